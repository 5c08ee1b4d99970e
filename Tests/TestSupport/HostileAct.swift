/// The behaviour of the hostile worker: of the first one that gets a request, or of all.
package enum HostileAct: String, Sendable, CaseIterable {
  // Frames.
  case wildLength, lengthTooLong, lengthTooShort, cutHeader, emptyFrame, giantFrame
  // Which request it answers.
  case wrongID, oldID, wrongKind, wrongPicture, unknownKind, unknownFailure, answersTwice
  case answersEndlessly
  // Replies.
  case count31Bits, count63Bits, notANumber, infinite, morePagesThanAsked, bytesLeftOver
  case outlineWithoutEnd
  // Replies in services.
  case portionStands, portionGoesBack, portionRepeats, sectionWithoutEnd, editLongerThanRoom
  case editWithoutBytes, thumbnailTooLarge, thumbnailCutShort, annotationsOffThePage
  case annotationsWithoutEnd, annotationsThatStand, forgesIndex, indexesOnePage

  // Shared memory.
  case sharedTooLong, sharedAndMore, sharedUnwritten, sharedShorterThanSaid, shrinksMemory
  // The memory of a picture.
  case cutsPicture, writesOnPicture, drawsNothing, exitsWithoutMemory
  // Ends.
  case exits, aborts, diesInTheMiddle, hangsUp, hangs
  // Nothing wrong for the reader.
  case floodsError, sendsDescriptors, honest, grows, growsShared, worksBesideOthers

  // At the start and when the document is opened: done by all only.
  case neverReady, endsAtOnce, diesOnceReady, speaksBeforeReady, readyTwice, opensWithoutPages
  case failsToOpen, tellsWhatItHas, lacksLandlock, opensLarge

  /// `NAME=value` that tells the program what to do.
  package static let variable = "HOSTILE_ACT"
  /// The file each worker adds its process number to; beside it, with `.hostile`, is that of the hostile one.
  package static let logVariable = "HOSTILE_LOG"
  /// Set where all workers are to be hostile.
  package static let everyVariable = "HOSTILE_EVERY"
}
