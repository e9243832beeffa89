import { placeNet } from '../security/address-net.ts'
import type { Tx } from './database.ts'

export interface AuditEntry {
  readonly actor: { readonly id: string; readonly role: string } | 'system'
  readonly address?: string
  /** For example `booking.abort`, `trip-code.reveal`. */
  readonly action: string
  /** For example `booking:7K3M9QX2AB`. */
  readonly subject: string
  readonly data?: Readonly<Record<string, unknown>>
}

const ofOffice: readonly string[] = ['admin', 'fleetadmin']

/**
 * The audit row of a privileged change, in the commit of the change. Rows are append only, by a trigger
 * [design/access-14]. For riders and drivers it has the network instead of the address [design/access-110].
 */
export const addAudit = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  const person = entry.actor === 'system' ? null : entry.actor
  const address = entry.address ?? ''
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: person?.id ?? null,
      actor_role: person?.role ?? 'system',
      address: person === null || ofOffice.includes(person.role) ? address : placeNet(address),
      action: entry.action,
      subject: entry.subject,
      data: JSON.stringify(entry.data ?? {}),
    })
    .execute()
}
