import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { slimContracts } from './slim-contracts.ts'

const slim = (code: string): string => {
  const { handler } = slimContracts.transform as {
    readonly handler: (this: { parse(code: string): unknown }, code: string) => { code: string }
  }
  return handler.call({ parse: (text) => parseAst(text) }, code).code
}

it('leaves of an endpoint what a caller reads, and marks schemas as free to go', () => {
  const code = slim(`
    import { z } from 'zod'
    export const view = z.object({ id: z.string() })
    const own = (x) => x
    export const api = {
      add: endpoint({ method: 'POST', path: '/api/a/:id', summary: 'endpoint({', roles: ['rider'], relation: 'self',
        rate: 'write', params: z.object({}), body: z.strictObject({ a: z.string() }), reply: view, idempotent: true }),
      list: endpoint({ ...shared, method: 'GET', path: '/api/a', query: z.object({}), reply: z.array(view) }),
    }`)
  expect(code).toContain(`add: { method: 'POST', path: '/api/a/:id', roles: ['rider'], body: true, idempotent: true }`)
  expect(code).toContain(`list: { ...shared, method: 'GET', path: '/api/a' }`)
  expect(code).toContain(`view = /* @__PURE__ */ (() => (z.object({ id: z.string() })))()`)
  expect(code).toContain('const own = (x) => x')
})
