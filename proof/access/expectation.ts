import type { Actor, Target } from './callers.ts'
import { standings, statusesOf, viewOf, type PolicyRow, type Standing } from './policy/policy-row.ts'
import type { ViewName } from './views.ts'

/** What the policy says to one actor about one object. `refused`: theirs, but not in this status. */
export type Expected =
  | { readonly status: 200; readonly view: ViewName }
  | { readonly status: 401 | 403 | 404 }
  | { readonly status: 'refused' }

const rolesOf = ({ to }: PolicyRow): Set<string> =>
  new Set(Object.keys(to).map((standing) => standings[standing as Standing]))

export const expectedOf = (row: PolicyRow, actor: Actor, target: Target | undefined, demo: boolean): Expected => {
  const standing = (Object.keys(row.to) as Standing[]).find(
    (name) => name === 'everybody' || actor.standings.includes(name),
  )
  const roles = rolesOf(row)
  if (actor.role === undefined && standing === undefined) return { status: 401 }
  const named = standing !== undefined || roles.has(actor.role ?? '')
  if (!named) return { status: 403 }
  if (demo && row.inDemo === 'refused') return { status: 403 }
  const grant = standing === undefined ? undefined : row.to[standing]
  // Admins may act on any object; that is why their standing is the plain role. An absent one is absent for them too.
  if (grant === undefined || target?.name === 'absent') return { status: 404 }
  const statuses = statusesOf(grant)
  const status = target?.booking?.status
  if (statuses !== undefined && status !== undefined && !statuses.includes(status)) return { status: 'refused' }
  return { status: 200, view: viewOf(grant) }
}

/** 409 and 422 are how a move says that it does not start here. */
export const isAsExpected = ({ status }: Expected, answered: number): boolean =>
  status === 'refused' ? answered === 409 || answered === 422 : answered === status
