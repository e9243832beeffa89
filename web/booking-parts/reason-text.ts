import { isSystemReason } from '@remis/domain/booking/system-reason'
import type { TFunction } from 'i18next'

/** Why a booking was cancelled: words of a person as they are, a reason of the system in the reader's language. */
export const reasonText = (t: TFunction, reason: string | null | undefined): string =>
  reason === null || reason === undefined ? '' : isSystemReason(reason) ? t(reason) : reason
