import { databaseFor } from '@remis/server/testing/test-database'
import { describe, expect, it } from 'vitest'
import { views, type ViewName } from './views.ts'
import { policy } from './policy/policy.ts'
import { viewOf } from './policy/policy-row.ts'
import { proveMatrix } from './matrix-proof.ts'

const database = await databaseFor(import.meta.url)

// what each role may do is decided by the server [accounts-8] [accounts-9]
describe('admission to each call, and the fields of each answer', () => {
  proveMatrix(database, false, () => {
    it('every view is used', () => {
      const used = new Set(Object.values(policy).flatMap(({ to }) => Object.values(to).map(viewOf)))
      expect((Object.keys(views) as ViewName[]).filter((view) => !used.has(view))).toEqual([])
    })
  })
})
