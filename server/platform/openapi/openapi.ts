import type { Endpoint } from '@remis/domain/kit/endpoint'
import { z } from 'zod'
import { describeRefusal, messageKey, refusalsOf } from './refusals.ts'
import { sampleOf, type Json } from './samples.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
    ...(place === 'path' ? { example: sampleOf(inner, name) } : {}),
  }))
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Chosen by the client; a repeated call with the same key gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 80 },
  example: '5b0c2f0e-6f7d-4c61-9a55-1f4f0c0de001',
}

const json = (schema: Json): Json => ({ 'application/json': { schema, example: sampleOf(schema) } })

const contentOf = ({ file, reply }: Endpoint): Json =>
  file === undefined
    ? json(schemaOf(reply, 'output'))
    : Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** Of the calls on the host root, which have the names that the specification gives them. */
const rootTags: Readonly<Record<string, string>> = { googleapis: 'places', get_providers: 'payments' }

/** The first part of the path after `/api`. */
const tagOf = ({ path }: Endpoint): string => {
  const [, first = '', second = ''] = path.split('/')
  return first === 'api' ? second : (rootTags[first.split('-')[0] ?? ''] ?? 'accounts')
}

/** Method and path in one word, which is as unique as both: `postBookingsIdAccept`. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  (path.replace(/^\/api\//, '/').match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

/** A body that may be absent is required to be nothing. */
const bodyOf = ({ body, upload }: Endpoint): Json =>
  upload !== undefined
    ? {
        requestBody: {
          required: true,
          content: Object.fromEntries(
            upload.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
          ),
        },
      }
    : body === undefined
      ? {}
      : { requestBody: { required: !body.safeParse({}).success, content: json(schemaOf(body, 'input')) } }

/** `refer` returns the reference to a description of a refusal, which it adds to the document. */
const operationOf = (endpoint: Endpoint, refer: (refusal: ReturnType<typeof refusalsOf>[string]) => Json): Json => ({
  operationId: operationIdOf(endpoint),
  summary: endpoint.summary,
  tags: [tagOf(endpoint)],
  'x-roles': endpoint.roles,
  'x-relation': endpoint.relation,
  'x-rate': endpoint.rate,
  security: (endpoint.roles as readonly string[]).includes('anyone') ? [] : [{ bearer: [] }, { cookie: [] }],
  parameters: [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [keyHeader] : []),
  ],
  ...bodyOf(endpoint),
  responses: {
    '200': { description: 'Done', content: contentOf(endpoint) },
    ...Object.fromEntries(Object.entries(refusalsOf(endpoint)).map(([status, refusal]) => [status, refer(refusal)])),
  },
})

const description = `The API of this installation for rides and parcels.

**Sign in** with \`POST /api/sessions\`. Send the token as \`Authorization: Bearer …\`, or let a browser keep the cookie; a
write by cookie needs the installation's own \`Origin\`. \`POST /api/visitor-tokens\` gives a token for address search and
prices without an account.

**Refusals** carry the key of a message. **Calls that create or move money or a booking** need an \`Idempotency-Key\`:
repeat a call with the same key when its answer was lost.

**Companion apps** of drivers post positions to \`/tracker\` in the formats of OsmAnd and Traccar, which are not described
here, with a token of \`POST /api/drivers/me/tracker\`.

Amounts are decimal numbers in the currency of the installation, times are milliseconds since 1970, distances km.`

/** The OpenAPI 3.1 document of the endpoint table [design/api-2]. */
export const openApiOf = (endpoints: readonly Endpoint[], publicUrl: string): Json => {
  const paths: Record<string, Json> = {}
  const responses: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const legacy = endpoint.legacyError === true
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(endpoint, (refusal) => {
      const name = legacy ? `Legacy${refusal.name}` : refusal.name
      responses[name] ??= describeRefusal(refusal, legacy)
      return { $ref: `#/components/responses/${name}` }
    })
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(endpoints.map(tagOf))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Remis',
      version: '1',
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl, description: 'This installation' }],
    tags: tags.map((name) => ({ name, description: `Calls about ${name.replaceAll('-', ' ')}` })),
    paths,
    components: {
      schemas: { MessageKey: messageKey },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session or of a visitor' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-remis' : 'remis',
          description: 'Set by POST /api/sessions',
        },
      },
      responses,
    },
  }
}
