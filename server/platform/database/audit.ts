import type { Tx } from './database.ts'

export interface AuditEntry {
  readonly actor: { readonly id: string; readonly role: string } | 'system'
  readonly address?: string
  /** What was done: `booking.abort`, `trip-code.reveal`. */
  readonly action: string
  /** To what: `booking:7K3M9QX2AB`. */
  readonly subject: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Every privileged change has its row in the same commit; rows are never changed again (a trigger sees to it). */
export const addAudit = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  const person = entry.actor === 'system' ? null : entry.actor
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: person?.id ?? null,
      actor_role: person?.role ?? 'system',
      address: entry.address ?? '',
      action: entry.action,
      subject: entry.subject,
      data: JSON.stringify(entry.data ?? {}),
    })
    .execute()
}
