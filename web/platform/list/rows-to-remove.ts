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
