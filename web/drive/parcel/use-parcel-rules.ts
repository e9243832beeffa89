import { variants } from '@remis/domain/booking/variant'
import type { MessageKey } from '@remis/domain/messages/english'
import { useSettings } from '../../platform/api/settings.ts'

/** What this installation requires of a courier [design/delivery-22]. */
export interface ParcelRules {
  /** trips carry parcels */
  readonly parcels: boolean
  readonly pickupPhoto: boolean
  readonly finalPhoto: boolean
  readonly code: boolean
}

/**
 * The rules by the settings and by the last refusal: the office may have changed a setting since this page loaded.
 */
export const useParcelRules = (refused: MessageKey | null): ParcelRules => {
  const settings = useSettings()
  const parcels = variants[settings?.appcat ?? 'taxi'].showsParcel
  return {
    parcels,
    pickupPhoto: parcels && (settings?.AllowDeliveryPickupImageCapture === true || refused === 'pickup_photo_needed'),
    finalPhoto:
      parcels &&
      (settings?.AllowFinalDeliveryImageCapture === true ||
        refused === 'final_photo_needed' ||
        refused === 'return_photo_needed'),
    // a wrong code does not make it required
    code: parcels && (settings?.deliveryCodeNeeded === true || refused === 'delivery_code_missing'),
  }
}
