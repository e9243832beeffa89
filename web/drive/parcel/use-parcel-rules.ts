import { variants } from '@remis/domain/booking/variant'
import { useSettings } from '../../platform/api/settings.ts'

/** What this installation requires of a courier [design/delivery-22]. */
export interface ParcelRules {
  /** trips carry parcels */
  readonly parcels: boolean
  readonly pickupPhoto: boolean
  readonly finalPhoto: boolean
  readonly code: boolean
}

/** The rules by the settings, which are read again when a move is refused: the office may have changed one since. */
export const useParcelRules = (): ParcelRules => {
  const settings = useSettings()
  const parcels = variants[settings?.appcat ?? 'taxi'].showsParcel
  return {
    parcels,
    pickupPhoto: parcels && settings?.AllowDeliveryPickupImageCapture === true,
    finalPhoto: parcels && settings?.AllowFinalDeliveryImageCapture === true,
    code: parcels && settings?.deliveryCodeNeeded === true,
  }
}
