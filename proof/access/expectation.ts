import type { Caller, Target } from './callers.ts'
import { relationships, statusesOf, viewOf, type PolicyRow, type Relationship } from './policy/policy-row.ts'
import type { ViewName } from './views.ts'

/**
 * The policy's answer to a caller and an object. `refused`: related, but not in this status; `ended`: no longer, or
 * not yet.
 */
export type Expected =
  | { readonly status: 200; readonly view: ViewName }
  | { readonly status: 401 | 403 | 404 }
  | { readonly status: 'refused' | 'ended' }

const rolesOf = ({ to }: PolicyRow): Set<string> =>
  new Set(Object.keys(to).map((relationship) => relationships[relationship as Relationship]))

export const expectedOf = (row: PolicyRow, caller: Caller, target: Target | undefined, demo: boolean): Expected => {
  const relationship = (Object.keys(row.to) as Relationship[]).find(
    (name) => name === 'everybody' || caller.relationships.includes(name),
  )
  const roles = rolesOf(row)
  if (caller.role === undefined && relationship === undefined) return { status: 401 }
  const named = relationship !== undefined || roles.has(caller.role ?? '')
  if (!named) return { status: 403 }
  if (demo && row.inDemo === 'refused') return { status: 403 }
  const grant = relationship === undefined ? undefined : row.to[relationship]
  // Admins may act on any object, so their relationship is the plain role; an absent object is 404 for them too.
  if (grant === undefined || target?.name === 'absent') return { status: 404 }
  const statuses = statusesOf(grant)
  const status = target?.booking?.status
  if (
    row.ends &&
    statuses !== undefined &&
    status !== undefined &&
    (target?.booking?.old || !statuses.includes(status))
  )
    return { status: 'ended' }
  if (statuses !== undefined && status !== undefined && !statuses.includes(status)) return { status: 'refused' }
  return { status: 200, view: viewOf(grant) }
}

/** A move that does not start from this status answers 409 or 422, an object that has ended also 404. */
export const isAsExpected = ({ status }: Expected, answered: number): boolean =>
  status === 'ended'
    ? answered === 404 || answered === 409
    : status === 'refused'
      ? answered === 409 || answered === 422
      : answered === status
