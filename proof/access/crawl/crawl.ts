import type { Endpoint } from '@remis/domain/kit/endpoint'
import { endpoints } from '@remis/server/endpoints'
import { randomUUID } from 'node:crypto'
import type { Person } from '../actors.ts'
import { callerAs, type Target } from '../callers.ts'
import { requests } from '../requests/requests.ts'
import type { Query } from '../requests/request.ts'
import type { World } from '../world.ts'
import { fieldsOf, isIdField, valuesOf } from './query-values.ts'
import { sideBySide } from '../side-by-side.ts'
import { long } from '../../scale.ts'
import { foundIn, textOf, type SecretWords } from './secret-words.ts'

export interface CrawlOptions {
  readonly world: World
  readonly person: Person
  /** must be in no answer */
  readonly secret: SecretWords
  /** put into every search and every filter that takes a text */
  readonly words: readonly string[]
  /** of objects of others: no call may find one */
  readonly foreignIds: readonly string[]
  /** of objects that the person may see */
  readonly ownIds: readonly string[]
}

interface Answer {
  readonly status: number
  readonly bytes: string
  readonly text: string
}

export interface Crawler {
  /** Calls one endpoint in every way; returns what must not be in its answers. */
  run(endpoint: Endpoint): Promise<string[]>
  readonly sent: () => number
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The endpoints that a role may call with a session. */
export const endpointsOf = (role: Person['role']): readonly Endpoint[] =>
  endpoints.map(({ endpoint }) => endpoint).filter(({ roles }) => (roles as readonly string[]).includes(role))

/** A file has the rows of the list beside it: the gate asks for each format and each search, the long form for all. */
const isAsked = ({ path }: Endpoint, field: string): boolean =>
  long || !path.endsWith('/export') || field === 'format' || field === 'search'

const namesObject = ({ path }: Endpoint): boolean => path.includes(':')

const withField = (query: string | undefined, name: string, value: string): string => {
  const params = new URLSearchParams(query)
  params.set(name, value)
  return params.toString()
}

const nextOf = ({ text }: Answer): string | null => {
  try {
    return (JSON.parse(text) as { next?: string | null }).next ?? null
  } catch {
    return null
  }
}

/** The ids that the endpoint's path accepts. */
const idsFor = ({ params }: Endpoint, ids: readonly string[]): string[] => {
  const [, id] = fieldsOf(params).find(([name]) => name === 'id') ?? []
  return id === undefined ? [] : ids.filter((one) => id.safeParse(one).success)
}

/**
 * Calls endpoints as one person. What is sent follows from the schemas of the endpoint table, so that a new endpoint,
 * filter or sort is crawled without a change here.
 */
export const openCrawler = (options: CrawlOptions): Crawler => {
  const { world, person, secret, words, foreignIds, ownIds } = options
  const { fastify } = world.actors.city.server
  let sent = 0

  const ask = async (endpoint: Endpoint, as: string | undefined, { id = '', query, body, picture }: Query) => {
    sent++
    const answer = await fastify.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':id', encodeURIComponent(id)) + (query === undefined ? '' : `?${query}`),
      headers: {
        'idempotency-key': randomUUID(),
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(picture === undefined ? {} : { 'content-type': 'image/png' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(picture === undefined ? {} : { payload: picture }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const text = textOf(answer.rawPayload)
    return { status: answer.statusCode, text, bytes: `${JSON.stringify(answer.headers)}\n${text}` } satisfies Answer
  }

  const faultsIn = (endpoint: Endpoint, what: string, { bytes }: Answer): string[] =>
    foundIn(bytes, secret).map((word) => `${nameOf(endpoint)} ${what}: ${word}`)

  const baseOf = (endpoint: Endpoint, target: Target | undefined, real: boolean) =>
    requests[nameOf(endpoint)]!(world, callerAs('crawler', person, target), target, real)

  /** Every value of every field, one at a time; every sort in both directions. */
  const queriesOf = (endpoint: Endpoint, base: string | undefined): (string | undefined)[] => {
    const fields = fieldsOf(endpoint.query).filter(([name]) => isAsked(endpoint, name))
    const single = fields.flatMap(([name, schema]) => {
      const ids = foreignIds.filter((id) => isIdField(schema, id))
      return valuesOf(`${nameOf(endpoint)} ${name}`, schema, ids.length > 0 ? ids : words).map((value) =>
        withField(base, name, value),
      )
    })
    const sorts = fields.find(([name]) => name === 'sort')?.[1]
    const down = sorts === undefined ? [] : valuesOf('sort', sorts, []).map((sort) => withField(base, 'sort', sort))
    return [base, ...single, ...down.map((query) => withField(query, 'direction', 'desc'))]
  }

  /** All own pages, and the pages behind the cursors that an admin gets, which point at rows of others. */
  const pages = async (endpoint: Endpoint, base: string | undefined): Promise<string[]> => {
    if (!fieldsOf(endpoint.query).some(([name]) => name === 'cursor')) return []
    const short = withField(base, 'limit', '2')
    const followed = await sideBySide([person, world.actors.admin], async (guide) => {
      const faults: string[] = []
      let cursor: string | null = null
      for (let page = 0; page < 12; page++) {
        const query: string = cursor === null ? short : withField(short, 'cursor', cursor)
        const own = await ask(endpoint, person.token, { query })
        faults.push(...faultsIn(endpoint, query, own))
        cursor = nextOf(guide === person ? own : await ask(endpoint, guide.token, { query }))
        if (cursor === null) break
      }
      return faults
    })
    return followed.flat()
  }

  const read = async (endpoint: Endpoint): Promise<string[]> => {
    if (namesObject(endpoint)) {
      const faults = await sideBySide(idsFor(endpoint, ownIds), async (id) => {
        const { query } = await baseOf(endpoint, { name: 'own', id, related: {} }, false)
        const answer = await ask(endpoint, person.token, { id, ...(query === undefined ? {} : { query }) })
        return faultsIn(endpoint, `of ${id}`, answer)
      })
      return [...faults.flat(), ...(await guess(endpoint))]
    }
    const { query: base } = await baseOf(endpoint, undefined, false)
    const faults = await sideBySide(queriesOf(endpoint, base), async (query) =>
      faultsIn(endpoint, query ?? '', await ask(endpoint, person.token, query === undefined ? {} : { query })),
    )
    return [...faults.flat(), ...(await pages(endpoint, base))]
  }

  /** The call with the id of an object of others: never admitted. */
  const guess = async (endpoint: Endpoint): Promise<string[]> => {
    const faults = await sideBySide(idsFor(endpoint, foreignIds), async (id) => {
      const made = await baseOf(endpoint, { name: 'foreign', id, related: {} }, false)
      // A write may end the session that makes it.
      const token = endpoint.method === 'GET' ? person.token : await world.actors.session(person.id)
      const answer = await ask(endpoint, token, { ...made, id })
      const admitted = answer.status < 400 ? [`${nameOf(endpoint)} answers ${answer.status} for ${id}`] : []
      return [...faultsIn(endpoint, `of ${id}`, answer), ...admitted]
    })
    return faults.flat()
  }

  const write = async (endpoint: Endpoint): Promise<string[]> => {
    if (namesObject(endpoint)) return guess(endpoint)
    const faults: string[] = []
    const base = await baseOf(endpoint, undefined, true)
    const fields = fieldsOf(endpoint.body).flatMap(([name, schema]) =>
      foreignIds.filter((id) => isIdField(schema, id)).map((id) => ({ [name]: id })),
    )
    for (const more of [{}, ...fields]) {
      const token = base.token ?? (await world.actors.session(person.id))
      const body = base.body === undefined ? {} : { body: { ...(base.body as object), ...more } }
      const answer = await ask(endpoint, token, { ...base, ...body })
      faults.push(...faultsIn(endpoint, `with ${JSON.stringify(more)}`, answer))
    }
    return faults
  }

  return { sent: () => sent, run: (endpoint) => (endpoint.method === 'GET' ? read(endpoint) : write(endpoint)) }
}
