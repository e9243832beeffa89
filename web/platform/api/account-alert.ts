import type { MessageKey } from '@remis/domain/messages/english'
import { makeSharedValue } from '../page/shared-value.ts'

/** Why an account cannot be used, shown in a dialog over any page; null closes it. */
export const accountAlert = makeSharedValue<MessageKey | null>(null)
