import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fcmHosts, readServiceAccount, sendFcm, type ServiceAccount } from './fcm-push.ts'
import type { OutgoingPush } from './push-provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'remis-fcm-'))
afterAll(() => rmSync(folder, { recursive: true }))

let account: ServiceAccount
let publicKey: Awaited<ReturnType<typeof generateKeyPair>>['publicKey']
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  publicKey = pair.publicKey
  account = {
    project_id: 'remis-trial',
    client_email: 'sender@remis-trial.iam.gserviceaccount.com',
    private_key: await exportPKCS8(pair.privateKey),
  }
})

const push: OutgoingPush = {
  id: 'p1',
  title: 'Remis',
  body: 'Your driver is here',
  path: '/trips/B1',
  screen: 'BookedCab',
  bookingId: 'B1',
  always: false,
  urgent: true,
  lifeSeconds: 1800,
}

/** What Google documents: tokens for signed statements, messages by bearer token. */
interface Asked {
  readonly url: string
  readonly init: RequestInit
}
let asked: Asked[] = []
let answers: Response[] = []
let clock = 0
beforeEach(() => {
  asked = []
  answers = []
  clock = Date.now()
})
const google = (async (url: string, init: RequestInit) => {
  asked.push({ url, init })
  if (url === fcmHosts.tokens) {
    const form = init.body as URLSearchParams
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, { audience: fcmHosts.tokens })
    expect(payload).toMatchObject({
      iss: account.client_email,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    })
    return Response.json({ access_token: `token ${asked.length}`, expires_in: 3599 })
  }
  return answers.shift() ?? Response.json({ name: 'projects/remis-trial/messages/1' })
}) as unknown as typeof fetch
const open = () => sendFcm({ account, fetch: google, answerMs: 1000, now: () => clock, hosts: fcmHosts })
const calls = (url: string) => asked.filter((one) => one.url === url)
const messages = `${fcmHosts.messages}/v1/projects/remis-trial/messages:send`

it('sends by HTTP v1 with a token of the service account, which is used for its hour [design/push-4]', async () => {
  const send = open()
  expect(await Promise.all([send('device', push), send('device', push)])).toEqual([
    { kind: 'accepted' },
    { kind: 'accepted' },
  ])
  clock += 30 * 60_000
  await send('device', push)
  expect([calls(fcmHosts.tokens).length, calls(messages).length]).toEqual([1, 3])
  const { init } = calls(messages)[0] as Asked
  expect(init.headers).toMatchObject({ authorization: 'Bearer token 1' })
  expect(JSON.parse(init.body as string)).toMatchObject({
    message: {
      token: 'device',
      notification: { title: 'Remis', body: 'Your driver is here' },
      data: { id: 'p1', path: '/trips/B1', screen: 'BookedCab', bookingId: 'B1' },
      android: { priority: 'high', ttl: '1800s' },
    },
  })
  clock += 30 * 60_000
  await send('device', push)
  expect(calls(fcmHosts.tokens)).toHaveLength(2)
})

it('tells apart a removed device, a temporary failure and an unknown outcome', async () => {
  const send = open()
  const after = (status: number, error: object = {}) => {
    answers.push(Response.json({ error }, { status }))
    return send('device', push)
  }
  expect(await after(404, { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] })).toEqual({ kind: 'gone' })
  expect(await after(400, { status: 'INVALID_ARGUMENT' })).toMatchObject({ kind: 'refused', permanent: true })
  expect(await after(503)).toMatchObject({ kind: 'refused', permanent: false })
  expect(await after(429)).toMatchObject({ kind: 'refused', permanent: false })
  expect(await after(403)).toMatchObject({ kind: 'unreachable' })
  // the service account is of another project than the apps: no fault of the device [design/push-13]
  const mismatch = { status: 'PERMISSION_DENIED', details: [{ errorCode: 'SENDER_ID_MISMATCH' }] }
  expect(await after(403, mismatch)).toMatchObject({ kind: 'unreachable' })
  // a token that was ended early is replaced
  expect(await after(401)).toMatchObject({ kind: 'unreachable' })
  await send('device', push)
  expect(calls(fcmHosts.tokens)).toHaveLength(2)
})

it('a file that is no service account stops the start', () => {
  const file = join(folder, 'account.json')
  writeFileSync(file, JSON.stringify({ project_id: 'x' }))
  expect(() => readServiceAccount(file)).toThrow('FCM_SERVICE_ACCOUNT_FILE is not a service account')
  expect(() => readServiceAccount(join(folder, 'none.json'))).toThrow('FCM_SERVICE_ACCOUNT_FILE')
  writeFileSync(file, JSON.stringify(account))
  expect(readServiceAccount(file)).toEqual(account)
})
