#pragma once

/// Makes the kernel answer this process and its children as if it had no Landlock; returns an error number, or 0.
int cescape_forget_landlock(void);
/// Has the kernel refuse namespaces to this process and to all it starts; an error number, 0 where that is so.
int cescape_forbid_namespaces(void);
