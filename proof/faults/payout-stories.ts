import { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { payoutsApi } from '@remis/domain/wallet/payouts-api'
import { sql } from 'kysely'
import { makeAct } from '../api-client.ts'
import { ofCall, type CallStory } from './call-stories.ts'
import { askedWithdrawal } from './money-stories.ts'
import { counting, type Story } from './story.ts'

const stories: readonly CallStory[] = [
  {
    endpoint: payoutsApi.create,
    points: ['payout.locked', 'payout.before_commit'],
    prepare: async (city) => {
      const { id, admin } = await askedWithdrawal(city)
      return {
        client: admin,
        act: makeAct(payoutsApi.create, { body: { ids: [id], file: 'csv' } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from ledger_transactions where kind = 'withdrawal-paid' and reference = ${id}`,
        ),
      }
    },
  },
  {
    endpoint: dayCloseApi.close,
    points: ['day-close.held', 'day-close.before_commit'],
    // postings wait for it, and it for them
    alone: true,
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { next } = await admin.call(dayCloseApi.open, {})
      const day = next ?? '2020-01-01'
      return {
        client: admin,
        act: makeAct(dayCloseApi.close, { body: { day } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where action = 'day.close' and subject = ${`day:${day}`}`,
        ),
      }
    },
  },
  ...(['approve', 'refuse', 'reverse'] as const).map((verb): CallStory => ({
    endpoint: creditsApi[verb],
    points: ['credit.locked'],
    prepare: async (city) => {
      const [rider, first, second] = [
        await city.person('rider'),
        await city.person('admin'),
        await city.person('admin'),
      ]
      const { id } = (
        await first.call(creditsApi.create, {
          params: { id: rider.id },
          body: { amount: 50, reason: 'Cash at the desk' },
        })
      ).credit
      // As if it were above the limit of one admin.
      if (verb !== 'reverse')
        await sql`update wallet_credits set state = 'waiting', transaction_id = null where id = ${id}`.execute(
          city.db.request,
        )
      const act = { approve: 'credit', refuse: 'credit-refused', reverse: 'credit-reversed' }[verb]
      const before = verb === 'approve' ? 1 : 0
      return {
        client: second,
        act:
          verb === 'reverse'
            ? makeAct(creditsApi.reverse, { params: { id }, body: { reason: 'The wrong person' } })
            : makeAct(creditsApi[verb], { params: { id }, body: {} }),
        happened: counting(
          city,
          sql`select count(*)::int - ${before} as count from audit_log where subject = ${`user:${rider.id}`} and action = ${`wallet.${act}`}`,
        ),
      }
    },
  })),
]

/** Payouts of withdrawals, and what the office decides about credits. */
export const payoutStories: readonly Story[] = stories.map(ofCall)
