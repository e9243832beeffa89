/** The quote's time ran out, its promo is gone, or it prices another trip than the one asked for. */
export class QuoteStale extends Error {}
