import type { BookingView } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { shareChange } from './share-change.ts'

const side = (share: number | undefined, distanceKm: number, seconds: number) => ({
  distanceKm,
  seconds,
  parcel: 0,
  option: 0,
  total: 200,
  ...(share === undefined ? {} : { share }),
})
type Charged = NonNullable<BookingView['fare']>['charged']
const trip = (share: number | undefined, charged: Charged = 'track') => ({
  fare: { quoted: side(198, 5, 420), final: side(share, 4.6, 300), charged },
})

describe('the share at the end against the request [design/moves-68]', () => {
  it('says km and minutes when the way driven was charged', () => {
    expect(shareChange(trip(174))).toEqual({
      key: 'drive_share_less_driven',
      amount: 24,
      quoted: { km: 5, seconds: 420 },
      final: { km: 4.6, seconds: 300 },
      charged: null,
    })
    expect(shareChange(trip(200))?.key).toBe('drive_share_more_driven')
  })
  it('says what was charged otherwise', () => {
    expect(shareChange(trip(120, 'minimum'))).toMatchObject({ key: 'drive_share_less', charged: 'minimum' })
  })
  it('is null when the share is unchanged or not part of the view', () => {
    expect(shareChange(trip(198))).toBeNull()
    expect(shareChange(trip(undefined))).toBeNull()
    expect(shareChange({ fare: { ...trip(174).fare, final: null } })).toBeNull()
  })
})
