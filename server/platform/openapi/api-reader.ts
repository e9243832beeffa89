import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { FastifyInstance } from 'fastify'
import { openApiOf } from './openapi.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
summary { cursor: pointer; padding: .4rem 0 } code, pre { font: 14px/1.4 ui-monospace, monospace }
pre { overflow: auto; padding: 1rem; border: 1px solid #8886; border-radius: 6px }
.verb { display: inline-block; min-width: 4.5rem; font-weight: 700 } .who { opacity: .75 }`

const schemaBlock = (title: string, schema: unknown): string =>
  schema === undefined ? '' : `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

const entry = (endpoint: Endpoint, operation: Record<string, unknown>): string => `<details>
<summary><span class="verb">${endpoint.method}</span> <code>${escapeHtml(endpoint.path)}</code> ${escapeHtml(endpoint.summary)}</summary>
<p class="who">For: ${endpoint.roles.join(', ')}${endpoint.idempotent ? '. With an Idempotency-Key.' : ''}</p>
${schemaBlock('Parameters', (operation['parameters'] as unknown[]).length > 0 ? operation['parameters'] : undefined)}
${schemaBlock('Body', operation['requestBody'])}
${schemaBlock('Reply', (operation['responses'] as Record<string, unknown>)['200'])}
</details>`

/** The API as a page for people, without scripts, made from the same endpoints as the OpenAPI document. */
const readerPage = (endpoints: readonly Endpoint[], document: ReturnType<typeof openApiOf>): string => {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  const entries = endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    return entry(endpoint, paths[path]?.[endpoint.method.toLowerCase()] ?? {})
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Remis API</title>
<meta name="viewport" content="width=device-width"><style nonce="NONCE">${style}</style></head>
<body><main><h1>Remis API</h1><p>The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${entries.join('\n')}</main></body></html>`
}

const once = <T extends object | string>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

export const serveApiReader = (fastify: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: string): void => {
  // Made on the first request: it takes as long as all routes together, and few people open it.
  const document = once(() => openApiOf(endpoints, publicUrl))
  const page = once(() => readerPage(endpoints, document()))
  fastify.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document()))
  fastify.get('/api/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page().replace('NONCE', nonce))
  })
}
