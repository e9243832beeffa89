import { describe, expect, it } from 'vitest'
import {
  GatewayUnreachable,
  type Attempt,
  type PaymentsProvider,
  type RawRequest,
} from '../providers/payments/payments-provider.ts'
import { attemptWith, buyer, requestOf, urlsOf } from './gateways/payer.ts'

/** A webhook as it arrives; without a query by default. */
export type Delivery = Pick<RawRequest, 'headers' | 'rawBody'> & Partial<Pick<RawRequest, 'query'>>

/** How a gateway works, where gateways differ. */
export interface GatewayTraits {
  /** false: a form leads the buyer there, and the start makes no call */
  readonly asksAtStart: boolean
  /** what a look-up says after a decline, while the buyer may still pay */
  readonly afterDecline: 'failed' | 'pending'
  /** what the signature of a webhook covers; `sender`: the body may say anything, so the adapter looks up */
  readonly signed: 'body and time' | 'body' | 'sender'
  /** the gateway refuses a second start of an attempt: a buyer who got no page needs a new attempt */
  readonly startsOnce?: true
  /** the buyer pays on a page of this server, whose form is submitted by `approve`: no order is there before */
  readonly paysHere?: true
  /** false: a return asks the gateway nothing, so that one without a statement of the gateway is pending */
  readonly asksOnReturn?: false
  /** false: the gateway finally rejects every refund */
  readonly refunds?: false
}

/** Controls of a gateway's emulator that the suite needs [design/proofs-6]. */
export interface GatewayRig {
  readonly adapter: PaymentsProvider
  readonly traits: GatewayTraits
  readonly currency: string
  /** the buyer at the gateway's page */
  approve(attempt: Attempt): Promise<void>
  decline(attempt: Attempt): Promise<void>
  leave(attempt: Attempt): Promise<void>
  /** makes the next calls about this attempt fail; null: no more */
  fail(
    attempt: Attempt,
    what: 'create' | 'create-answer' | 'query' | 'credentials' | 'refund' | 'refund-for-good' | null,
  ): Promise<void>
  /** lets an hour pass, for a gateway that repeats its first answer to a key, also a refusal [design/payments-102] */
  readonly later?: () => void
  /** whether refunds stay pending; null: the gateway has no such state */
  readonly slowRefunds: ((attempt: Attempt, slow: boolean) => Promise<void>) | null
  /** orders the gateway has for this attempt */
  orders(attempt: Attempt): Promise<number>
  /** what the buyer brings back, which says the state of a gateway without look-ups */
  readonly back?: (attempt: Attempt) => Promise<Delivery>
  /** the webhook the gateway would send now; null: it has none */
  readonly webhook: ((attempt: Attempt, clockSkewSeconds?: number) => Promise<Delivery>) | null
  /** the payer's bank takes the whole money back: the webhooks about it; without it the gateway reports none */
  readonly chargeBack?: (attempt: Attempt) => Promise<readonly Delivery[]>
  /**
   * forged forms of a webhook that the adapter must refuse: without a signature, with another one; and `another body`
   * where the amount cannot be read in the body
   */
  readonly forged: (webhook: Delivery) => Readonly<Record<string, Delivery>>
}

const newAttempt = (currency: string, minor = 12_345): Attempt => attemptWith({ money: { minor, currency } })
const soon = () => AbortSignal.timeout(5000)

/**
 * What the settlement relies on, for every gateway adapter: run against the gateway's emulator on another origin.
 * `open` is called once per case.
 */
export const gatewayConforms = (name: string, open: () => GatewayRig): void => {
  const begin = async (rig: GatewayRig, minor?: number): Promise<Attempt> => {
    const attempt = newAttempt(rig.currency, minor)
    const started = await rig.adapter.start(attempt, buyer, urlsOf(attempt, rig.adapter.name), soon())
    return { ...attempt, providerRef: started.providerRef ?? null, data: started.data ?? {} }
  }
  const query = async ({ adapter, back }: GatewayRig, attempt: Attempt) =>
    back === undefined
      ? adapter.query(attempt, soon())
      : adapter.handleReturn(attempt, requestOf(await back(attempt)), soon())
  const paid = async (rig: GatewayRig, attempt: Attempt): Promise<Attempt> => {
    await rig.approve(attempt)
    const { outcome } = await query(rig, attempt)
    if (outcome.kind !== 'paid') throw new Error(`it is ${outcome.kind}`)
    return { ...attempt, providerPaymentId: outcome.providerPaymentId }
  }

  describe(`${name} conforms to the payments port`, () => {
    it('redirects the buyer only to origins declared for the page’s form-action', async () => {
      const { adapter, currency } = open()
      const attempt = newAttempt(currency)
      const { action } = await adapter.start(attempt, buyer, urlsOf(attempt, adapter.name), soon())
      expect(action.kind === 'page').toBe(adapter.submit !== undefined)
      if (action.kind === 'page') return
      const target = new URL(action.kind === 'redirect' ? action.url : action.action)
      expect(adapter.formOrigins).toContain(target.origin)
    })

    it('creates one order per attempt, however often it is started', async () => {
      const rig = open()
      const attempt = await begin(rig)
      const again = rig.adapter.start(attempt, buyer, urlsOf(attempt, rig.adapter.name), soon())
      if (rig.traits.startsOnce) await expect(again).rejects.toThrow(GatewayUnreachable)
      else expect((await again).providerRef ?? null).toBe(attempt.providerRef)
      expect(await rig.orders(attempt)).toBe(rig.traits.paysHere ? 0 : 1)
    })

    it('finds a charge of this server whose answer was lost [design/payments-91]', async () => {
      const rig = open()
      if (!rig.traits.paysHere) return
      const attempt = await begin(rig)
      await rig.fail(attempt, 'create-answer')
      await expect(rig.approve(attempt)).rejects.toThrow(GatewayUnreachable)
      await rig.fail(attempt, null)
      expect((await query(rig, attempt)).outcome).toMatchObject({ kind: 'paid', money: attempt.money })
      expect(await rig.orders(attempt)).toBe(1)
    })

    it('reports an unreachable gateway, and finds an order after its answer was lost', async () => {
      const rig = open()
      if (!rig.traits.asksAtStart) return
      const attempt = newAttempt(rig.currency)
      const start = () => rig.adapter.start(attempt, buyer, urlsOf(attempt, rig.adapter.name), soon())
      await rig.fail(attempt, 'create')
      await expect(start()).rejects.toThrow(GatewayUnreachable)
      await rig.fail(attempt, 'create-answer')
      await expect(start()).rejects.toThrow(GatewayUnreachable)
      await rig.fail(attempt, null)
      if (rig.traits.startsOnce) await expect(start()).rejects.toThrow(GatewayUnreachable)
      else await start()
      expect(await rig.orders(attempt)).toBe(rig.traits.paysHere ? 0 : 1)
    })

    it('is pending, then paid with exactly the money of the attempt, under one id and one key', async () => {
      const rig = open()
      const attempt = await begin(rig)
      expect(await query(rig, attempt)).toMatchObject({ attemptId: attempt.id, outcome: { kind: 'pending' } })
      await rig.approve(attempt)
      const first = await query(rig, attempt)
      expect(first).toMatchObject({ attemptId: attempt.id, outcome: { kind: 'paid', money: attempt.money } })
      expect(await query(rig, attempt)).toEqual(first)
      const back = await rig.adapter.handleReturn(attempt, requestOf(), soon())
      if (rig.traits.asksOnReturn === false) expect(back.outcome.kind).toBe('pending')
      else expect(back.outcome).toEqual(first.outcome)
    })

    it('distinguishes a decline from leaving, and lets a declined buyer still pay', async () => {
      const rig = open()
      const [declined, left] = [await begin(rig), await begin(rig)]
      await rig.decline(declined)
      await rig.leave(left)
      expect((await query(rig, declined)).outcome.kind).toBe(rig.traits.afterDecline)
      expect(['cancelled', 'pending', 'expired']).toContain((await query(rig, left)).outcome.kind)
      await rig.approve(declined)
      expect((await query(rig, declined)).outcome).toMatchObject({ kind: 'paid', money: declined.money })
    })

    it('does not trust the return address', async () => {
      const rig = open()
      const attempt = await begin(rig)
      const forged = { ...requestOf(), query: new URLSearchParams({ status: 'paid', payment_id: 'forged' }) }
      const { outcome } = await rig.adapter.handleReturn(attempt, forged, soon())
      expect(outcome.kind).not.toBe('paid')
    })

    it('reports an unknown order as unknown, and fails while the gateway is down', async () => {
      const rig = open()
      const { outcome } = await query(rig, newAttempt(rig.currency))
      expect(['expired', 'pending']).toContain(outcome.kind)
      const attempt = await begin(rig)
      await rig.fail(attempt, 'query')
      await expect(rig.adapter.query(attempt, soon())).rejects.toThrow(GatewayUnreachable)
    })

    it('keeps the smallest and large amounts exact', async () => {
      const rig = open()
      for (const minor of [1, 99, 100, 10_007, 99_999_999]) {
        if (!rig.adapter.supports({ minor, currency: rig.currency }).ok) continue
        const attempt = await begin(rig, minor)
        await rig.approve(attempt)
        expect((await query(rig, attempt)).outcome).toMatchObject({ kind: 'paid', money: { minor } })
      }
      for (const minor of [0, -1, 0.5])
        expect(rig.adapter.supports({ minor, currency: rig.currency }).ok, String(minor)).toBe(false)
    })

    it('refuses every refund for good where the gateway makes none', async () => {
      const rig = open()
      if (rig.traits.refunds !== false) return
      const attempt = await paid(rig, await begin(rig))
      const request = { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }
      expect(await rig.adapter.refund(attempt, request, soon())).toMatchObject({ status: 'failed', retry: false })
    })

    it('refunds once per key, in parts, and at most what was paid', async () => {
      const rig = open()
      if (rig.traits.refunds === false) return
      const attempt = await paid(rig, await begin(rig, 1000))
      const money = (minor: number) => ({ minor, currency: rig.currency })
      const ask = (key: string, minor: number) =>
        rig.adapter.refund(attempt, { key, money: money(minor), reason: 'cancelled', alike: 0 }, soon())
      const first = await ask('a', 400)
      expect(first.status).not.toBe('failed')
      expect(await ask('a', 400)).toEqual(first)
      expect(await ask('b', 700)).toMatchObject({ status: 'failed', retry: false, gone: true })
      expect((await ask('c', 600)).status).not.toBe('failed')
    })

    it('is no refusal when our credentials are not accepted, neither of a look-up nor of a refund [design/payments-63]', async () => {
      const rig = open()
      if (rig.traits.refunds === false) return
      const attempt = await paid(rig, await begin(rig))
      const ask = () =>
        rig.adapter.refund(attempt, { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }, soon())
      await rig.fail(attempt, 'credentials')
      await expect(query(rig, attempt)).rejects.toThrow(GatewayUnreachable)
      await expect(ask()).rejects.toThrow(GatewayUnreachable)
      await rig.fail(attempt, null)
      expect((await ask()).status).not.toBe('failed')
    })

    it('distinguishes pending from done refunds, and temporary from final refusals', async () => {
      const rig = open()
      if (rig.traits.refunds === false) return
      const attempt = await paid(rig, await begin(rig))
      const ask = () =>
        rig.adapter.refund(attempt, { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }, soon())
      await rig.fail(attempt, 'refund')
      await expect(ask()).rejects.toThrow(GatewayUnreachable)
      rig.later?.()
      await rig.fail(attempt, 'refund-for-good')
      expect(await ask()).toMatchObject({ status: 'failed', retry: false })
      rig.later?.()
      await rig.fail(attempt, null)
      if (rig.slowRefunds === null) return
      await rig.slowRefunds(attempt, true)
      const slow = await ask()
      if (slow.status !== 'pending') throw new Error('it was not pending')
      const look = () => rig.adapter.queryRefund(attempt, 'k', slow.providerRefundId, soon())
      expect(await look()).toMatchObject({ status: 'pending' })
      await rig.slowRefunds(attempt, false)
      expect(await look()).toEqual({ status: 'done', providerRefundId: slow.providerRefundId })
    })

    it('accepts its own webhook, which agrees with a query', async () => {
      const rig = open()
      if (rig.webhook === null) return
      const attempt = await begin(rig)
      await rig.approve(attempt)
      const delivery = await rig.webhook(attempt)
      const result = await rig.adapter.handleWebhook(requestOf(delivery), soon())
      if (!result.accepted) throw new Error(`refused with ${result.reply.status}`)
      expect(result.reply.status).toBe(200)
      expect(result.evidence).toHaveLength(1)
      expect(result.evidence[0]).toMatchObject({ attemptId: attempt.id })
      expect(result.evidence[0]?.outcome).toEqual((await query(rig, attempt)).outcome)
      const again = await rig.adapter.handleWebhook(requestOf(await rig.webhook(attempt)), soon())
      expect(again.accepted && again.evidence[0]?.eventKey).toBe(result.evidence[0]?.eventKey)
    })

    it('reports a chargeback with its money and the payment, under one key however often it comes [design/payments-107]', async () => {
      const rig = open()
      if (rig.chargeBack === undefined) return
      const attempt = await paid(rig, await begin(rig))
      const deliveries = await rig.chargeBack(attempt)
      expect(deliveries).not.toEqual([])
      for (const delivery of deliveries) {
        const read = async () => {
          const result = await rig.adapter.handleWebhook(requestOf(delivery), soon())
          return result.accepted ? result.evidence : []
        }
        const evidence = await read()
        expect(evidence).toMatchObject([
          {
            attemptId: attempt.id,
            outcome: { kind: 'reversed', money: attempt.money, providerPaymentId: attempt.providerPaymentId },
          },
        ])
        expect(await read()).toEqual(evidence)
      }
      const request = { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }
      const refund = await rig.adapter.refund(attempt, request, soon())
      if (refund.status === 'failed') expect(refund.gone).toBe(true)
    })

    it('refuses webhooks that are changed, unsigned, too old or from the future, and looks up what no signature covers', async () => {
      const rig = open()
      if (rig.webhook === null) return
      const attempt = await begin(rig)
      await rig.approve(attempt)
      const good = await rig.webhook(attempt)
      const bad: Record<string, Delivery> = { ...rig.forged(good), 'no body': { ...good, rawBody: Buffer.alloc(0) } }
      if (rig.traits.signed !== 'sender') {
        const text = good.rawBody.toString('utf8')
        bad['another body'] ??= { ...good, rawBody: Buffer.from(text.replace(/123\.?45/, '1')) }
        expect(bad['another body'].rawBody).not.toEqual(good.rawBody)
        bad['one byte more'] = { ...good, rawBody: Buffer.from(`${text} `) }
      }
      if (rig.traits.signed === 'body and time') {
        bad['old'] = await rig.webhook(attempt, -301)
        // far enough ahead for a slow machine
        bad['from the future'] = await rig.webhook(attempt, 360)
      }
      for (const [what, delivery] of Object.entries(bad)) {
        const result = await rig.adapter.handleWebhook(requestOf(delivery), soon())
        expect([what, result.accepted, result.reply.status >= 400], what).toEqual([what, false, true])
      }
      if (rig.traits.signed !== 'sender') return
      const unpaid = await begin(rig)
      const rawBody = Buffer.from(good.rawBody.toString('utf8').replaceAll(attempt.id, unpaid.id))
      const claimed = { ...(await rig.webhook(unpaid)), rawBody }
      const result = await rig.adapter.handleWebhook(requestOf(claimed), soon())
      for (const { attemptId, outcome } of result.accepted ? result.evidence : [])
        expect(attemptId === unpaid.id && outcome.kind === 'paid', 'paid by a claim').toBe(false)
    })
  })
}
