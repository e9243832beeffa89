import { auditActions, auditKinds } from '@remis/domain/audit/audit-entries'
import { isDay } from '@remis/domain/kit/calendar-day'
import { isUuid } from '@remis/domain/kit/uuid'

const valid: Readonly<Record<string, (value: string) => boolean>> = {
  kind: (value) => (auditKinds as readonly string[]).includes(value),
  action: (value) => (auditActions as readonly string[]).includes(value),
  person: isUuid,
  subject: (value) => value.length <= 120,
  from: isDay,
  to: isDay,
}

/**
 * The filters of the audit log from the address, each with its value if that is valid, otherwise none. Ids and
 * objects are checked by their form, because they have no list of choices.
 */
export const auditFilters = (search: Readonly<Record<string, unknown>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(valid).map(([name, isValid]) => {
      const value = search[name]
      return [name, typeof value === 'string' && isValid(value) ? [value] : []]
    }),
  )
