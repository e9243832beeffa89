import { endpoint, type Endpoint } from '@remis/domain/kit/endpoint'
import { nothing } from '@remis/domain/kit/schema'
import { describe, expect, it } from 'vitest'
import type { RelationResolvers } from './check-relation.ts'
import { checkTable } from './mount-endpoints.ts'

const open = endpoint({
  relation: 'none',
  rate: 'none',
  reply: nothing,
  method: 'GET',
  path: '/api/open',
  summary: '',
  roles: ['anyone'],
})
const relations: Partial<RelationResolvers> = { booking: () => Promise.resolve(['customer']) }

describe('the table', () => {
  const one = (more: object) => ({ ...open, ...more }) as Endpoint
  it('stops the start for a relation that cannot be enforced', () => {
    const booking = { object: 'booking', allow: ['customer'] }
    const path = '/api/things/:id'
    const check = (more: object) => () =>
      checkTable([{ endpoint: one({ roles: ['rider'], path, ...more }) }], { relations })
    expect(check({ relation: booking })).not.toThrow()
    expect(check({ relation: 'none' })).toThrow('declares no object')
    expect(check({ relation: 'admins', roles: ['admin'] })).not.toThrow()
    expect(check({ relation: 'admins', roles: ['admin', 'rider'] })).toThrow('is for admins')
    expect(check({ relation: { object: 'payment', allow: ['payer'] } })).toThrow('no feature registers')
    expect(check({ relation: booking, roles: ['anyone'] })).toThrow('only signed-in roles')
    expect(check({ relation: { ...booking, id: 'params.booking' } })).toThrow('has no params.booking')
    expect(check({ relation: { ...booking, id: 'body.booking' } })).toThrow('has no body.booking')
  })
  it('stops the start for a mistake', () => {
    expect(() => checkTable([{ endpoint: open }, { endpoint: open }], {})).toThrow('mounted twice')
    expect(() => checkTable([{ endpoint: one({ roles: [] }) }], {})).toThrow('names no role')
    expect(() => checkTable([{ endpoint: one({ refusedInDemo: true }) }], {})).toThrow('needs the option isDemo')
  })
})
