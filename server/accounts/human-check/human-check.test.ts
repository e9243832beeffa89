import { findAnswer, isAnswer } from '@remis/domain/accounts/human-check/proof-of-work'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../platform/runtime/limits.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { accountsServer } from '../accounts-fixture.ts'
import { takeHumanCheck } from './human-check.ts'

const database = await databaseFor(import.meta.url)
const accounts = await accountsServer(database, { limits: { humanCheck: limits.humanCheck } })
const { app } = accounts
afterAll(accounts.close)

const ask = async () => {
  const { body } = await accounts.post('/api/human-checks', {})
  return body as unknown as { question: string; bits: number; notBefore: number; validFor: number }
}
const solved = async () => {
  const { question, bits } = await ask()
  return { question, answer: findAnswer(question, bits) }
}
const refused = { status: 422, key: 'human_check_failed' }

/** Runs `work` this much later than now; only the clock of the check differs. */
const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const later = Date.now() + ms
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

describe('the human check before a code is sent [design/accounts-94]', () => {
  it('takes an answer once, also of calls at the same time', async () => {
    const answer = await solved()
    const takes = await after(1500, () =>
      Promise.allSettled([takeHumanCheck(app, answer), takeHumanCheck(app, answer)]),
    )
    expect(takes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(after(1500, () => takeHumanCheck(app, answer))).rejects.toMatchObject(refused)
    const { rows } = await sql`select 1 from used_tokens`.execute(database.db.request)
    expect(rows).toHaveLength(1)
  })

  it('refuses no answer, one within a second, and one after two minutes', async () => {
    await expect(takeHumanCheck(app, undefined)).rejects.toMatchObject(refused)
    const answer = await solved()
    const clock = Number(answer.question.split('.')[0]?.split('-')[1])
    const at = (ms: number) => after(clock + ms - Date.now(), () => takeHumanCheck(app, answer))
    await expect(at(990)).rejects.toMatchObject(refused)
    await expect(at(121_000)).rejects.toMatchObject(refused)
    await at(1010)
  })

  it('refuses a wrong answer, and a question that was changed or made by someone else', async () => {
    const { question, bits } = await ask()
    const right = findAnswer(question, bits)
    let wrong = 0
    while (isAnswer(question, bits, wrong)) wrong++
    const easier = question.replace(`${bits}-`, '0-')
    const foreign = `${question.slice(0, question.lastIndexOf('.'))}.${'x'.repeat(43)}`
    for (const check of [
      { question, answer: wrong },
      { question: easier, answer: right },
      { question: foreign, answer: findAnswer(foreign, bits) },
      { question: '', answer: 0 },
    ])
      await expect(
        after(1500, () => takeHumanCheck(app, check)),
        check.question,
      ).rejects.toMatchObject(refused)
    await after(1500, () => takeHumanCheck(app, { question, answer: right }))
  })

  it('asks for work that a phone does in about half a second', async () => {
    expect(await ask()).toMatchObject({ bits: 17, notBefore: 1000, validFor: 120_000 })
  })
})
