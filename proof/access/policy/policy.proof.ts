import type { Role } from '@remis/domain/kit/endpoint'
import { endpoints } from '@remis/server/endpoints'
import { describe, expect, it } from 'vitest'
import { policy } from './policy.ts'
import { standings, type PolicyRow, type Standing } from './policy-row.ts'

const table = new Map(endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

/** Whom the row lets in, in the words of the endpoint table. */
const rolesOf = (row: PolicyRow): string[] => {
  const roles = new Set<Role | 'visitor' | 'everybody'>(Object.keys(row.to).map((name) => standings[name as Standing]))
  return [...roles].map((role) => (role === 'everybody' ? 'anyone' : role)).toSorted()
}

describe('the policy by hand and the endpoint table', () => {
  it('name the same calls', () => {
    expect(Object.keys(policy).toSorted()).toEqual([...table.keys()].toSorted())
  })

  it.each(Object.keys(policy))('%s', (name) => {
    const [row, endpoint] = [policy[name], table.get(name)]
    expect({
      roles: endpoint?.roles.toSorted(),
      keyed: endpoint?.idempotent ?? false,
      inDemo: endpoint?.refusedInDemo === true ? 'refused' : 'served',
    }).toEqual({ roles: row && rolesOf(row), keyed: row?.keyed ?? false, inDemo: row?.inDemo ?? 'served' })
  })
})
