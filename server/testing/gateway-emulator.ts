import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '../providers/payments/test-gateway/gateway-faults.ts'
import type { GatewayOrder } from '../providers/payments/test-gateway/gateway-order.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import { standInGateway } from '../providers/payments/stand-in-gateway.ts'

export const emulatorSecret = 'test_gateway_secret'

/** The test gateway in a separate process on another origin, controlled by a test. */
export interface GatewayEmulator {
  readonly url: string
  /** an adapter that calls it; `now` shifts the shop's clock */
  adapter(more?: { readonly now?: () => number }): PaymentsProvider
  /** presses a button of its page: approve, decline, later, close */
  decide(attemptId: string, action: string): Promise<GatewayOrder>
  scenario(attemptId: string, scenario: Scenario | null): Promise<void>
  clock(skewMs: number): Promise<void>
  order(attemptId: string): Promise<GatewayOrder | null>
  /** the signed webhook it would send now, for the test to deliver */
  webhook(attemptId: string): Promise<{ body: string; headers: Record<string, string> }>
  readonly stop: () => void
}

export const startGatewayEmulator = async (env: Readonly<Record<string, string>> = {}): Promise<GatewayEmulator> => {
  const file = fileURLToPath(new URL('run-gateway-emulator.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TEST_GATEWAY_SECRET: emulatorSecret, ...env },
  })
  const port = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done)
    child.once('exit', (code) => fail(new Error(`the emulator ended with ${code}`)))
  })
  const url = `http://127.0.0.1:${port}`
  const control = async (path: string, body: object): Promise<unknown> =>
    (await fetch(`${url}/__ctl/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
  return {
    url,
    adapter: ({ now = Date.now } = {}) =>
      standInGateway({
        secret: emulatorSecret,
        baseUrl: url,
        fetch: (address, init) => fetch(address, init),
        now,
        toleranceSeconds: 300,
      }),
    decide: (attempt, action) => control('decide', { attempt, action }) as Promise<GatewayOrder>,
    scenario: async (attempt, scenario) => void (await control('scenario', { attempt, scenario })),
    clock: async (skewMs) => void (await control('clock', { skewMs })),
    order: (attempt) => control('order', { attempt }) as Promise<GatewayOrder | null>,
    webhook: (attempt) => control('webhook', { attempt }) as Promise<{ body: string; headers: Record<string, string> }>,
    stop: () => void child.stdin.end(),
  }
}
