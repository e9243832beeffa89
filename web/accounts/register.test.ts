import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeRegister } from './register.ts'

const form = {
  firstName: 'Ana',
  lastName: 'One',
  email: 'ana@example.org',
  password: 'abc*123',
  mobile: '+59894123456',
}

type Answers = Readonly<Record<string, { status?: number; body: unknown } | 'network'>>

/** The server's answers by path, and what it was sent. */
const server = (answers: Answers) => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', (url: string, init: { body?: string }) => {
    sent.push([url, JSON.parse(init.body ?? '{}')])
    const answer = answers[url]
    if (answer === 'network' || answer === undefined) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(answer.body, { status: answer.status ?? 200 }))
  })
  return sent
}
const free = { '/check_user_exists': { body: { users: [] } }, '/user_signup': { body: { uid: 'u1' } } }

beforeEach(() => queryClient.setQueryData(sessionQuery.queryKey, null))

it('asks for the referrer, then for the person, then signs up with the whole form [accounts-33] [accounts-34] [accounts-36]', async () => {
  const sent = server({ ...free, '/validate_referrer': { body: { uid: 'u0' } } })
  expect(await makeRegister()({ ...form, referralId: ' ana1234 ' })).toBeNull()
  expect(sent).toEqual([
    ['/validate_referrer', { referralId: 'ana1234' }],
    ['/check_user_exists', { email: form.email, mobile: form.mobile }],
    ['/user_signup', { regData: { ...form, referralId: ' ana1234 ' } }],
  ])
})

it('a referrer without uid, and a lookup that fails, is referer_not_found, and nothing more is asked [accounts-33]', async () => {
  for (const answer of [{ body: {} }, { status: 500, body: { error: { key: 'server_error', message: '' } } }]) {
    const sent = server({ ...free, '/validate_referrer': answer })
    expect(await makeRegister()({ ...form, referralId: 'nobody1' })).toBe('referer_not_found')
    expect(sent).toHaveLength(1)
  }
})

it('an existing user is user_exists, a check that fails email_or_mobile_issue [accounts-34]', async () => {
  server({ ...free, '/check_user_exists': { body: { users: [{ uid: 'u2' }] } } })
  expect(await makeRegister()(form)).toBe('user_exists')
  server({ ...free, '/check_user_exists': { status: 500, body: { error: { key: 'server_error', message: '' } } } })
  expect(await makeRegister()(form)).toBe('email_or_mobile_issue')
  server({ ...free, '/check_user_exists': 'network' })
  expect(await makeRegister()(form)).toBe('fetch_call_error')
})

it('a signup that returns no uid is reg_error [accounts-35]', async () => {
  server({ ...free, '/user_signup': { body: {} } })
  expect(await makeRegister()(form)).toBe('reg_error')
  server({ ...free, '/user_signup': { status: 422, body: { error: { key: 'user_exists', message: '' } } } })
  expect(await makeRegister()(form)).toBe('user_exists')
})

it('an account that an unanswered try has made counts as made on the next press with the same fields [design/accounts-154]', async () => {
  const exists = { '/check_user_exists': { body: { users: [{ uid: 'u1' }] } } }
  const refused = { '/user_signup': { status: 422, body: { error: { key: 'user_exists', message: '' } } } }
  for (const [answer, key] of [
    ['network', 'fetch_call_error'],
    [{ status: 502, body: 'Bad gateway' }, 'reg_error'],
  ] as const) {
    const register = makeRegister()
    server({ ...free, '/user_signup': answer })
    expect(await register(form)).toBe(key)
    // the check has no answer: the try before still counts
    server({ '/check_user_exists': 'network' })
    expect(await register(form)).toBe('fetch_call_error')
    const sent = server(exists)
    expect(await register(form)).toBeNull()
    expect(sent).toHaveLength(1)
    // made after the check
    server({ ...free, ...refused })
    expect(await register(form)).toBeNull()
    server(exists)
    expect(await register({ ...form, password: 'abc*1234' })).toBe('user_exists')
  }
  const answered = makeRegister()
  server({ ...free, ...refused })
  expect(await answered(form)).toBe('user_exists')
  server(exists)
  expect(await answered(form)).toBe('user_exists')
})
