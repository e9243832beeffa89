import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { toMajor } from '@remis/domain/kit/money'
import type { Priced } from './price-quote.ts'
import type { Quote } from './quote.ts'

/** The rider's view of a quote, major units: no rate lines, since they would reveal the fee [design/access-6]. */
export const viewQuote = (
  quote: Quote,
  { car, tollKm, durationRange }: Pick<Priced, 'car' | 'tollKm' | 'durationRange'>,
): QuoteView => {
  const major = (minor: number) => toMajor(minor, quote.tariff.exponent)
  return {
    id: quote.id,
    carTypeId: quote.carTypeId,
    carType: car.name,
    carImage: car.image,
    pickup: quote.pickup,
    drop: quote.drop,
    distance: quote.distance,
    duration: quote.duration,
    durationRange,
    tollKm,
    polylinePoints: quote.polyline,
    parcelTypeSelected: quote.chosen.parcelTypeSelected,
    optionSelected: quote.chosen.optionSelected,
    estimate: major(quote.estimate),
    discount: major(quote.discount),
    promo: quote.promo,
    payableAmount: major(quote.estimate - quote.discount),
    currency: quote.tariff.currency,
    bookLater: quote.tripdate !== null,
    tripdate: quote.tripdate,
    expiresAt: quote.expiresAt,
  }
}
