import { expect, test } from 'vitest'
import { checkMayLeave, checkNames, checkNewPerson, checkSuspension, strandsMoney } from './person-checks.ts'

test('checkNewPerson asks for names, one contact, then its form [people-9]', () => {
  const person = { firstName: 'Ana', lastName: 'One', email: 'ana@example.org', mobile: '+59899123456' }
  const cases = [
    [{}, undefined],
    [{ email: '' }, undefined],
    [{ mobile: '' }, undefined],
    [{ firstName: ' ', email: 'x' }, 'proper_input_name'],
    [{ lastName: '\t' }, 'proper_input_name'],
    [{ email: '', mobile: '' }, 'email_or_mobile_issue'],
    [{ email: 'ana@example', mobile: '1' }, 'proper_email'],
    [{ mobile: '099123456' }, 'mobile_no_blank_error'],
  ] as const
  for (const [more, key] of cases) expect([more, checkNewPerson({ ...person, ...more })?.key]).toEqual([more, key])
})

test('checkNames judges the names that are sent [people-13]', () => {
  const cases = [
    [{}, undefined],
    [{ firstName: 'Ana' }, undefined],
    [{ firstName: ' ' }, 'firstName'],
    [{ firstName: 'Ana', lastName: '' }, 'lastName'],
  ] as const
  for (const [names, field] of cases) expect([names, checkNames(names)?.field]).toEqual([names, field])
})

test('checkSuspension asks for a reason and an end that is to come', () => {
  expect(checkSuspension({ reason: 'Complaints', until: null }, 1000)).toBe(null)
  expect(checkSuspension({ reason: 'Complaints', until: 1001 }, 1000)).toBe(null)
  expect(checkSuspension({ reason: 'Complaints', until: 1000 }, 1000)).toMatchObject({ field: 'until' })
  expect(checkSuspension({ reason: ' ', until: null }, 1000)).toMatchObject({ field: 'reason' })
})

test('checkMayLeave keeps oneself and the last admin [design/people-9]', () => {
  const admin = { id: 'b', role: 'admin' } as const
  expect(checkMayLeave({ actor: 'a', person: admin, otherAdmins: 1 })).toBe(null)
  expect(checkMayLeave({ actor: 'a', person: admin, otherAdmins: 0 })).toEqual({ key: 'last_admin' })
  expect(checkMayLeave({ actor: 'b', person: admin, otherAdmins: 1 })).toEqual({ key: 'not_yourself' })
  expect(checkMayLeave({ actor: 'a', person: { id: 'c', role: 'rider' }, otherAdmins: 0 })).toBe(null)
})

test('strandsMoney: money in a wallet goes with riders and drivers, what is owed with drivers alone [design/people-8]', () => {
  const none = { balance: 0, owed: 0, pendingFees: false, openPayment: false }
  const rolesThatMay = (more: object) =>
    (['rider', 'driver', 'fleetadmin', 'admin'] as const).filter((to) => !strandsMoney({ ...none, ...more }, to))
  expect(rolesThatMay({})).toEqual(['rider', 'driver', 'fleetadmin', 'admin'])
  expect(rolesThatMay({ balance: 1 })).toEqual(['rider', 'driver'])
  for (const debt of [{ balance: -1 }, { owed: 1 }, { pendingFees: true }])
    expect(rolesThatMay(debt)).toEqual(['driver'])
  expect(rolesThatMay({ openPayment: true })).toEqual([])
})
