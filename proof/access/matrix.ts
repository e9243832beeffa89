import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { actorOf } from '@remis/server/testing/actors'
import { changedTables, digestsOf, untilSettled } from '../business-digest.ts'
import { long } from '../scale.ts'
import { people, strangers, type Caller, type Target } from './callers.ts'
import { requests } from './requests/requests.ts'
import { expectedOf, isAsExpected, type Expected } from './expectation.ts'
import { policy } from './policy/policy.ts'
import type { PolicyRow } from './policy/policy-row.ts'
import { makeSender, type Answer, type Sender } from './send.ts'
import { differences } from './shape.ts'
import { sideBySide } from './side-by-side.ts'
import { permitted, targetsOf } from './targets.ts'
import { views, type ViewName } from './views.ts'
import type { World } from './world.ts'

export interface Matrix {
  /** Makes one call as every caller; returns the differences from the policy. */
  run(name: string): Promise<string[]>
  /** paths that occurred in each view */
  readonly seen: ReadonlyMap<ViewName, ReadonlySet<string>>
  readonly sent: () => number
}

interface Case {
  readonly caller: Caller
  readonly target: Target | undefined
  readonly expected: Expected
}

const isRead = (name: string): boolean => name.startsWith('GET ')

/** Calls of the host root answer `{error, key}`, all others `{error: {key, message}}` [design/api-11]. */
const errorFault = (name: string, { body }: Answer): string[] => {
  const { error } = (body ?? {}) as { error?: unknown }
  const bare = !name.includes(' /api/')
  const fits = bare ? typeof error === 'string' : typeof (error as { key?: unknown } | undefined)?.key === 'string'
  return fits ? [] : [`an error of another shape: ${JSON.stringify(body)}`]
}

export const openMatrix = async (world: World): Promise<Matrix> => {
  const { url, app } = world.actors.city.server
  const newVisitor = async () => ({
    token: (await actorOf(url, undefined).call(accountsApi.visitorToken, { body: {} })).token,
    since: performance.now(),
  })
  let visitor = await newVisitor()
  const sender = makeSender(world)
  const seen = new Map<ViewName, Set<string>>()
  let sent = 0

  const viewFaults = (view: ViewName, { body }: Answer): string[] => {
    const paths = seen.get(view) ?? new Set<string>()
    seen.set(view, paths)
    return differences(views[view], view === 'providers' ? { list: body } : body, (path) => paths.add(path))
  }

  const ask = async (name: string, { caller, target, expected }: Case, real: boolean): Promise<[string[], Answer]> => {
    const answer = await sender.send(name, caller, await requests[name]!(world, caller, target, real))
    sent++
    // The answer is judged by the booking's status after the move.
    if (real && target?.booking !== undefined) await world.refresh(target.booking)
    if (real) sender.refreshCanaries()
    sender.inspect(name, caller, answer)
    const faults = !isAsExpected(expected, answer.status)
      ? [`${answer.status} instead of ${expected.status}: ${answer.text.slice(0, 200)}`]
      : expected.status === 200
        ? viewFaults(expected.view, answer)
        : errorFault(name, answer)
    const where = `${name}, ${caller.name}${target === undefined ? '' : `, object ${target.name}`}`
    return [faults.map((fault) => `${where}: ${fault}`), answer]
  }

  /** In demo mode the short form only calls as the office, fleets and a few others, since only their answers differ. */
  const isAsked = ({ role, name: who }: Caller): boolean =>
    long ||
    !world.demo ||
    role === 'admin' ||
    role === 'fleetadmin' ||
    who.startsWith('driver of a ride') ||
    ['no token', 'rider', 'its driver', 'other driver'].includes(who)

  /** A driver waiting for approval may call the application; its tests are beside its use-cases. */
  const strangersTo = ({ beforeApproval }: PolicyRow): Caller[] =>
    strangers(world, visitor.token).filter(({ name }) => beforeApproval !== true || name !== 'unapproved')

  /** Calls that must change nothing: refused ones and reads. */
  const quietCases = async (name: string, row: PolicyRow): Promise<Case[]> => {
    const targets = await targetsOf(world, row)
    return targets.flatMap((target, index) =>
      [...strangersTo(row), ...people(world, target)].filter(isAsked).flatMap((caller) => {
        const expected = expectedOf(row, caller, target, world.demo)
        // Refused before the object is read: one object and the absent one are enough.
        const beforeObject = expected.status === 401 || expected.status === 403
        if (beforeObject && index !== 0 && target?.name !== 'absent') return []
        return expected.status === 200 && !isRead(name) ? [] : [{ caller, target, expected }]
      }),
    )
  }

  const take = await digestsOf(app.db.lists)
  const digest = async () => {
    await untilSettled(app.db.lists)
    return take()
  }

  /** Finds the call that changed something by repeating each alone. */
  const bisect = async (name: string, cases: readonly Case[], tables: string[]): Promise<string[]> => {
    const guilty: string[] = []
    for (const one of cases) {
      const before = await digest()
      await ask(name, one, false)
      const changed = changedTables(before, await digest())
      if (changed.length > 0)
        guilty.push(`${name}, ${one.caller.name}, object ${one.target?.name}: changed ${changed.join(', ')}`)
    }
    return guilty.length > 0 ? guilty : [`${name}: something changed ${tables.join(', ')}`]
  }

  const askQuietly = async (name: string, row: PolicyRow): Promise<string[]> => {
    const cases = await quietCases(name, row)
    const before = await digest()
    const faults: string[] = []
    const absences = new Set<string>()
    const askOne = async (one: Case) => {
      const [found, answer] = await ask(name, one, false)
      faults.push(...found)
      if (one.expected.status === 404) absences.add(answer.text)
    }
    // a person has one export at a time
    if (name.endsWith('/export')) for (const one of cases) await askOne(one)
    else await sideBySide(cases, askOne)
    if (absences.size > 1)
      faults.push(`${name}: a stranger's and an absent object differ: ${[...absences].join(' | ')}`)
    const changed = changedTables(before, await digest())
    return changed.length === 0 ? faults : [...faults, ...(await bisect(name, cases, changed))]
  }

  const askPermitted = async (name: string, row: PolicyRow): Promise<string[]> => {
    const faults: string[] = []
    for await (const { caller, target } of permitted(world, row, visitor.token)) {
      const expected = expectedOf(row, caller, target, world.demo)
      const [found] = await ask(name, { caller, target, expected }, true)
      faults.push(...found)
    }
    return faults
  }

  return {
    seen,
    sent: () => sent,
    run: async (name) => {
      const row = policy[name]!
      // a visitor's token is valid for ten minutes; on a busy machine the calls take longer
      if (performance.now() - visitor.since > 300_000) visitor = await newVisitor()
      const manual = name.endsWith('/assign')
      // assigning needs autoDispatch off [dispatch-10]
      if (manual) await app.settings.change({ autoDispatch: false }, null)
      const faults = await askQuietly(name, row)
      if (!isRead(name)) faults.push(...(await askPermitted(name, row)))
      if (manual) await app.settings.change({ autoDispatch: true }, null)
      sender.refreshCanaries()
      return [...faults, ...leakedSince(sender)]
    },
  }
}

const leakedSince = ({ leaked }: Sender): string[] => [...new Set(leaked.splice(0))].map((one) => `LEAK ${one}`)
