import { z } from 'zod'

/** The fields of a booking about how a parcel is handed over. */
export const handoverFields = {
  /** the receiver's code, for the customer until the parcel is handed over [design/delivery-27] */
  deliveryCode: z.string().nullable().optional(),
  /** of a parcel on its way: too many wrong codes; for customer and office [design/delivery-40] */
  deliveryCodeLocked: z.boolean().optional(),
  deliveryCodeRenewalsLeft: z.int().optional(),
  /** who took the parcel and how that was proved [design/delivery-25] */
  handover: z
    .object({ receivedBy: z.string().nullable(), signature: z.string().nullable(), byCode: z.boolean() })
    .nullable(),
}
