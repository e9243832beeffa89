import type { PublicSettings } from '../../backoffice/backoffice-api.ts'
import { variants } from '../variant.ts'

type RuleSettings = Pick<
  PublicSettings,
  'appcat' | 'AllowDeliveryPickupImageCapture' | 'AllowFinalDeliveryImageCapture' | 'deliveryCodeNeeded'
>

/** What an installation requires of a courier at the pickup and at the end [design/delivery-22]. */
export const parcelRulesOf = (settings: RuleSettings | undefined) => {
  const parcels = settings !== undefined && variants[settings.appcat].showsParcel
  return {
    /** trips carry parcels */
    parcels,
    pickupPhoto: parcels && settings.AllowDeliveryPickupImageCapture,
    finalPhoto: parcels && settings.AllowFinalDeliveryImageCapture,
    code: parcels && settings.deliveryCodeNeeded,
  }
}
