import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { keyOf, showError } from '../show-message.ts'

/** What is wrong with which field. */
export type FieldFaults = Readonly<Record<string, MessageKey>>

/** The texts of the faults by field; null: no faults. */
export const textsOf = (
  faults: FieldFaults | null,
  textOf: (key: MessageKey, field: string) => string,
): Readonly<Record<string, string>> | null =>
  faults && Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, textOf(key, field)]))

/** Edit actions of tables are delayed by 600 ms [backoffice-8]. */
export const editDelay = (): Promise<void> => new Promise((done) => setTimeout(done, 600))

/**
 * Sends an edit of a table. Null: it is done. Else the fields at fault with the message of the refusal; a refusal that
 * names none of `fields` is shown as a popup.
 */
export const submitEdit = async (
  send: () => Promise<unknown>,
  fields: readonly string[] = [],
): Promise<FieldFaults | null> => {
  await editDelay()
  try {
    await send()
    return null
  } catch (error) {
    const named = error instanceof AppError ? Object.keys(error.fields ?? {}) : []
    const ours = named.filter((field) => fields.includes(field))
    if (ours.length === 0) showError(error)
    return Object.fromEntries(ours.map((field) => [field, keyOf(error)]))
  }
}
