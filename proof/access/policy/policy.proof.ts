import type { ObjectRelation, Relation, Role } from '@remis/domain/kit/endpoint'
import { endpoints } from '@remis/server/endpoints'
import { describe, expect, it } from 'vitest'
import { policy } from './policy.ts'
import { relationships, type Relationship, type PolicyRow } from './policy-row.ts'

const table = new Map(endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

/** The roles a row lets in, named as in the endpoint table. */
const rolesOf = (row: PolicyRow): string[] => {
  const roles = new Set<Role | 'visitor' | 'everybody'>(
    Object.keys(row.to).map((name) => relationships[name as Relationship]),
  )
  return [...roles].map((role) => (role === 'everybody' ? 'anyone' : role)).toSorted()
}

/**
 * The relationships a declared relation lets in, among callers with an admitted role: each declared relationship in the
 * words of the policy. A kind that is missing here makes the comparison below fail.
 */
const kindsOf: { readonly [K in ObjectRelation['object']]: Readonly<Record<string, readonly Relationship[]>> } = {
  booking: {
    customer: ['its customer'],
    driver: ['its driver'],
    offered: ['offered driver'],
    fleet: ['its fleet admin'],
    admin: ['admin'],
  },
  // A payer is a rider or a driver.
  payment: { payer: ['its customer', 'its driver'], admin: ['admin'] },
  withdrawal: { admin: ['admin'] },
  debt: { admin: ['admin'] },
  wallet: { admin: ['admin'] },
  mail: { admin: ['admin'] },
  rider: { admin: ['admin'] },
  person: { fleet: ['its fleet admin'], admin: ['admin'] },
  // An owner and the other side of a booking may have any role.
  file: { owner: ['its driver'], met: ['its customer'], fleet: ['its fleet admin'], admin: ['admin'] },
  quote: { customer: ['its customer'], maker: ['its office'] },
}

/** Objects that are the same for every admin: their calls have the relation `admins` and no other caller. */
const ofAdmins: readonly PolicyRow['object'][] = [
  'promo',
  'alert',
  'taken alert',
  'notification',
  'language',
  'car type',
  'cancel reason',
  'payout',
  'waiting credit',
  'credit',
]

const declared = (relation: Relation | undefined): { object: string | null; callers: readonly string[] } =>
  relation === 'admins'
    ? { object: 'admins', callers: ['admin'] }
    : relation === undefined || typeof relation === 'string'
      ? { object: null, callers: [] }
      : {
          object: relation.object,
          callers: (relation.allow as readonly string[])
            .flatMap((name): readonly string[] => kindsOf[relation.object][name] ?? [`unknown: ${name}`])
            .toSorted(),
        }

describe('the policy by hand and the endpoint table', () => {
  it('name the same calls [backoffice-5] [backoffice-6] [backoffice-7] [accounts-9]', () => {
    expect(Object.keys(policy).toSorted()).toEqual([...table.keys()].toSorted())
  })

  it.each(Object.keys(policy))('%s', (name) => {
    const [row, endpoint] = [policy[name], table.get(name)]
    expect({
      roles: endpoint?.roles.toSorted(),
      relation: declared(endpoint?.relation),
      keyed: endpoint?.idempotent ?? false,
      inDemo: endpoint?.refusedInDemo === true ? 'refused' : 'served',
      beforeTwoFactor: endpoint?.beforeTwoFactor ?? false,
      beforeApproval: endpoint?.beforeApproval ?? false,
    }).toEqual({
      roles: row && rolesOf(row),
      relation: {
        object: ofAdmins.includes(row?.object) ? 'admins' : (row?.object ?? null),
        callers: row?.object === undefined ? [] : Object.keys(row.to).toSorted(),
      },
      keyed: row?.keyed ?? false,
      inDemo: row?.inDemo ?? 'served',
      beforeTwoFactor: row?.beforeTwoFactor ?? false,
      beforeApproval: row?.beforeApproval ?? false,
    })
  })
})
