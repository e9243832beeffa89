import type { Fault } from '../kit/check.ts'

/** Digits, spaces and dashes, brackets and a leading plus; an optional extension at the end (spec 1 §5). */
const phonePattern = /^\+?[\d\s()-]{7,}(?:\s*(?:ext\.?|x|#)\s*\d{1,6})?$/i

/**
 * spec 1 §5 "Delivery booking": the phone matches the pattern and is longer than 6 characters; on the admin's screen the
 * delivery person is named too. Else deliveryDetailMissing.
 */
export const checkDelivery = (
  details: {
    readonly deliveryPerson?: string | null | undefined
    readonly deliveryPersonPhone?: string | null | undefined
  },
  screen: 'landing' | 'admin',
): Fault | null => {
  const phone = details.deliveryPersonPhone?.trim() ?? ''
  if (phone.length <= 6 || !phonePattern.test(phone) || !/\d/.test(phone))
    return { key: 'deliveryDetailMissing', field: 'deliveryPersonPhone' }
  return screen === 'admin' && !/\S/.test(details.deliveryPerson ?? '')
    ? { key: 'deliveryDetailMissing', field: 'deliveryPerson' }
    : null
}
