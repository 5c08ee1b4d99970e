/// Questions that must be answered before anything else, and the offer to carry annotations over.
package struct Questions: Sendable {
  package var shown: Question?
  /// Whether it has just come up by itself: keys already on their way do not answer it.
  package var isFresh = false
  package var serial = 0
  /// Further questions, in order.
  package var waiting: [Question] = []
  /// Something that must be decided before anything else.
  package var carryOffer: CarryOffer?
  package var carryOfferSerial = 0

  package init() {}
}
