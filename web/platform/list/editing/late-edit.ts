import { AppError } from '@remis/domain/messages/app-error'
import { submitEdit, type FieldFaults } from '../submit-edit.ts'

/** An edit that came too late: what was changed, and the row as it is stored now. */
export interface Late<Row, Stored = Row> {
  readonly mine: Partial<Row>
  readonly theirs: Stored
}

/** The stored row from a `row_changed` error (the change used an older version); else undefined. */
export const storedRow = <Row>(error: unknown): Row | undefined =>
  error instanceof AppError && error.key === 'row_changed' ? (error.extra?.['row'] as Row | undefined) : undefined

/**
 * Sends a change of one version of a row, as `submitEdit` sends an edit. `theirs`: the stored row, where the change
 * came too late; `faults` is null then.
 */
export const submitChange = async <Row>(
  send: () => Promise<unknown>,
  fields: readonly string[],
): Promise<{ readonly faults: FieldFaults | null; readonly theirs: Row | undefined }> => {
  let theirs: Row | undefined
  const faults = await submitEdit(async () => {
    try {
      await send()
    } catch (error) {
      theirs = storedRow<Row>(error)
      if (theirs === undefined) throw error
    }
  }, fields)
  return { faults, theirs }
}
