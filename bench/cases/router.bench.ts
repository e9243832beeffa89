import { metresBetween } from '../../atlas/graph/geodesy.ts'
import { readGraph } from '../../atlas/graph/graph-file.ts'
import { graphFile } from '../../atlas/region/region-files.ts'
import { Matrix } from '../../atlas/route/matrix.ts'
import { Router } from '../../atlas/route/router.ts'
import { Snapper, type Snapped } from '../../atlas/route/snap.ts'
import { TurnRouter } from '../../atlas/route/turn-router.ts'
import { seeded } from '../../atlas/testing/random.ts'
import { testMontevideo } from '../../atlas/testing/test-region.ts'
import { insist, quantile, spreadOf, takeTurns } from '../pairs.ts'
import { plainAStar } from '../plain-a-star.ts'
import { barRow, rateRow } from '../report/row.ts'
import type { Found } from '../report/found.ts'

/** The router on the demo city against A* on the same roads, and its time limits [design/maps-7]. */
const PAIRS = 500

/** The best of five, to exclude other load of the machine. */
const msOf = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const since = performance.now()
      work()
      return performance.now() - since
    }),
  )

export const routerBench = async (): Promise<Found> => {
  const { graph } = readGraph(graphFile((await testMontevideo()).folder))
  const [snapper, router, matrix, aStar] = [new Snapper(graph), new Router(graph), new Matrix(graph), plainAStar(graph)]
  const random = seeded(20171204)
  const spot = (): Snapped => {
    const point = Math.floor(random() * graph.shapeLat.length)
    return snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 1000)!
  }
  const pairs = Array.from({ length: PAIRS }, () => [spot(), spot()] as const)
  const detours: number[] = []
  for (const [a, b] of pairs) {
    const trip = router.route(a, b)
    insist(trip !== undefined, 'no route between two places')
    insist(Math.abs(trip!.time - aStar(a, b)) < 0.01, 'a slower or faster route than A* finds')
    const straight = metresBetween(a.lat, a.lng, b.lat, b.lng)
    if (straight > 300) detours.push(trip!.length / 100 / straight)
  }
  const middle = quantile(detours, 0.5)
  insist(middle > 1.15 && middle < 1.35 && quantile(detours, 0.99) < 2.5, `detours of ${middle}`)

  let turn = 0
  const next = () => pairs[turn++ % PAIRS]!
  const rates = await takeTurns({
    ours: () => Number(router.route(...next()) !== undefined),
    aStar: () => Number(aStar(...next()) < Infinity),
  })
  const turnRouter = new TurnRouter(graph)
  const slowestOf = (route: (from: Snapped, to: Snapped) => unknown) =>
    Array.from({ length: 9 }, () =>
      quantile(
        pairs.map(([a, b]) => msOf(() => route(a, b))),
        0.99,
      ),
    )
  const slowest = slowestOf((a, b) => router.route(a, b))
  const slowestWithTurns = slowestOf((a, b) => turnRouter.route(a, b, false))
  const [from, to] = [pairs.slice(0, 50).map(([a]) => ({ spot: a })), pairs.slice(0, 50).map(([, b]) => ({ spot: b }))]
  const squares = Array.from({ length: 9 }, () => msOf(() => matrix.costs(from, to)))
  const about = {
    goal: 'Router',
    what: 'routes across Montevideo',
    peer: 'A* on the same roads',
    target: { atLeast: 10 },
  }
  const note = `${PAIRS} of ${PAIRS} pairs have a route, as fast as A* finds; detour ${middle.toFixed(2)} (99 %: ${quantile(detours, 0.99).toFixed(2)}).`
  return {
    rows: [
      rateRow({ ...about, note }, 'routes/s', rates.ours, rates.aStar),
      barRow({ goal: 'Router', what: 'slowest of 100 routes' }, 'ms', spreadOf(slowest), 5),
      barRow({ goal: 'Router', what: 'slowest of 100 routes with turn costs' }, 'ms', spreadOf(slowestWithTurns), 5),
      barRow({ goal: 'Router', what: 'matrix of 50 × 50' }, 'ms', spreadOf(squares), 50),
    ],
  }
}
