import unicodedata as U
# NFKC without case folding: the scalars it changes; then case folding; then accents.
def esc(cps): return ' '.join('%X'%c for c in cps)
def runs(entries):
    """Groups runs of consecutive code points mapped to consecutive single targets; entries: dict from code point to tuple."""
    out=[];ks=sorted(entries);i=0
    while i<len(ks):
        k=ks[i];t=entries[k]
        if len(t)==1:
            for step in (1,2):
                j=i
                while j+1<len(ks) and ks[j+1]==ks[j]+step and len(entries[ks[j+1]])==1 and entries[ks[j+1]][0]==entries[ks[j]][0]+step: j+=1
                if j-i>=2: break
            n=j-i+1
            if n>=3:
                out.append('%X+%X/%d>%X'%(k,n,step,t[0])); i=j+1; continue
        out.append('%X>%s'%(k,'.'.join('%X'%c for c in t))); i+=1
    return out
nfkc={};case={};acc={}
for c in range(0x80,0x110000):
    if 0xD800<=c<0xE000 or 0xAC00<=c<0xD7A4: continue
    ch=chr(c)
    if U.category(ch) in('Cn','Co'): continue
    n=U.normalize('NFKC',ch)
    if n!=ch: nfkc[c]=tuple(map(ord,n))
for c in range(0x80,0x110000):
    if 0xD800<=c<0xE000: continue
    ch=chr(c)
    if c in nfkc: continue
    f=ch.casefold()
    if f!=ch: case[c]=tuple(map(ord,U.normalize('NFKC',f)))
extra={'ø':'o','Ø':'O','ł':'l','Ł':'L','đ':'d','Đ':'D','ħ':'h','Ħ':'H','ı':'i','æ':'ae','Æ':'AE','œ':'oe','Œ':'OE'}
for c in range(0xC0,0x3000):
    ch=chr(c)
    d=U.normalize('NFD',ch)
    if len(d)>1 and all(0x300<=ord(x)<=0x36F for x in d[1:]): acc[c]=(ord(d[0]),)
for k,v in extra.items(): acc[ord(k)]=tuple(map(ord,v))
# Composition pairs
pairs={}
for c in range(0xC0,0x11940):
    ch=chr(c); d=U.decomposition(ch)
    if d and not d.startswith('<') and len(d.split())==2 and U.normalize('NFC',ch)==ch and not 0xAC00<=c<0xD7A4:
        a,b=[int(x,16) for x in d.split()]; pairs[c]=(a,b)
def lit(name,doc,items):
    s='  /// %s\n  static let %s: StaticString = """\n'%(doc,name); line='    '
    for it in items:
        if len(line)+len(it)+1>98: s+=line.rstrip()+'\n'; line='    '
        line+=it+' '
    return s+line.rstrip()+'\n    """\n'
o='''// Generated from Python's unicodedata %s; see .ci/make-folding-tables.py.

/// Unicode's mappings as text: `from>to.to`, or `from+count/step>to` for a run, all in hexadecimal but the step.
enum FoldingData {
'''%U.unidata_version
o+=lit('compatibility','What NFKC changes, Hangul syllables apart.',runs(nfkc))+'\n'
o+=lit('cases','Case folding of scalars from U+0080 that NFKC leaves as they are.',runs(case))+'\n'
o+=lit('accents','Letters without their accents.',runs(acc))+'\n'
o+=lit('compositions','Composed scalars and the two parts they are made of.',['%X>%X.%X'%(c,*p) for c,p in sorted(pairs.items())])
o+='}\n'
import sys
open(sys.argv[1],'w').write(o)
print(len(nfkc),len(case),len(acc),len(pairs),len(o))
