import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'

/** Which of these rows can be deleted, and why the first of the others stays; null: all can. */
export const rowsToRemove = <Row>(
  rows: readonly Row[],
  keptBy: ((row: Row) => MessageKey | null) | undefined,
): { readonly rows: readonly Row[]; readonly kept: MessageKey | null } => {
  const reasons = rows.map((row) => keptBy?.(row) ?? null)
  return {
    rows: rows.filter((_, at) => reasons[at] === null),
    kept: reasons.find((reason) => reason !== null) ?? null,
  }
}

/** Deletes the rows one after the other. One that is gone already counts as deleted: an earlier reply may be lost. */
export const removeEach = async (ids: readonly string[], remove: (id: string) => Promise<unknown>): Promise<void> => {
  for (const id of ids)
    try {
      await remove(id)
    } catch (error) {
      if (!(error instanceof AppError && error.status === 404)) throw error
    }
}
