import type { auditApi, AuditEntryView } from '@remis/domain/audit/audit-api'
import { withoutContacts } from '@remis/domain/audit/without-contacts'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { AppError } from '@remis/domain/messages/app-error'
import { placeNet } from '../platform/security/address-net.ts'
import { isDemo, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { exportList, readViews } from '../platform/http/export-list.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { searchPeople } from '../people/office/search-people.ts'
import { auditEntries, auditList, countUnsealed, findLastSeal, namesOf, type AuditRow } from './audit-list-store.ts'

export interface AuditDeps extends Platform {
  readonly settings: SettingsCache
}

/** At most this many people match a search. */
const mostFound = 20

const personOf = (subject: string): string | undefined => /^user:([0-9a-f-]{36})$/.exec(subject)?.[1]

/** Names the people that entries are about; in demo mode addresses and contacts are hidden [people-16]. */
const viewEntries =
  ({ db }: AuditDeps, demo: boolean) =>
  async (rows: readonly AuditRow[]): Promise<AuditEntryView[]> => {
    const names = await namesOf(db.lists, [...new Set(rows.flatMap(({ subject }) => personOf(subject) ?? []))])
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      action: row.action,
      subject: row.subject,
      subjectName: names.get(personOf(row.subject) ?? '') ?? null,
      actor: row.actor_id,
      actorName: row.actor_name,
      actorRole: row.actor_role ?? 'system',
      address: demo && row.address !== '' ? 'Hidden' : placeNet(row.address),
      data: (demo ? withoutContacts(row.data) : row.data) as Record<string, unknown>,
    }))
  }

/**
 * A search is a person by name or contact, archived ones too, a booking's id or an object [design/access-95]. Throws
 * 422 when more people match than are looked up: some entries would be missing.
 */
const listFor = async (app: AuditDeps, search: string | undefined, demo: boolean) => {
  const { timezone } = await app.settings.current()
  const words = search?.trim() ?? ''
  const wanted = { words, withContacts: !demo, fleet: null, most: mostFound + 1, archivedToo: true }
  const people = words === '' ? [] : await searchPeople(app.db.lists, wanted)
  if (people.length > mostFound) throw new AppError(422, 'audit_search_wide', { extra: { most: mostFound } })
  return auditList(
    timezone,
    people.map(({ id }) => id),
  )
}

export const listAudit: UseCase<AuditDeps, typeof auditApi.list> = async (app, { query }) => {
  const demo = await isDemo(app)
  return readViews(app, query, {
    list: await listFor(app, query.search, demo),
    base: auditEntries(app.db.lists),
    view: viewEntries(app, demo),
  })
}

const titles = {
  at: 'audit_at',
  actorName: 'audit_actor',
  actorRole: 'audit_role',
  action: 'audit_action',
  subject: 'audit_subject',
  subjectName: 'audit_subject_name',
  address: 'audit_address',
  data: 'audit_data',
} as const

export const exportAudit: UseCase<AuditDeps, typeof auditApi.export> = async (app, call) => {
  const { timezone } = await app.settings.current()
  return exportList(app, call, {
    name: 'audit',
    list: await listFor(app, call.query.search, false),
    base: auditEntries(app.db.lists),
    view: viewEntries(app, false),
    columns: {
      at: (row: AuditEntryView) => dayAndTime(row.at, timezone),
      actorName: (row) => row.actorName,
      actorRole: (row) => row.actorRole,
      action: (row) => row.action,
      subject: (row) => row.subject,
      subjectName: (row) => row.subjectName,
      address: (row) => row.address,
      data: (row) => JSON.stringify(row.data),
    },
    titles,
  })
}

/** The state of the chain of seals; `npm run verify` computes all of it [design/data-62]. */
export const readSeal: UseCase<AuditDeps, typeof auditApi.seal> = async ({ db }) => {
  const [last, unsealed] = await Promise.all([findLastSeal(db.lists), countUnsealed(db.lists)])
  return { last, unsealed }
}
