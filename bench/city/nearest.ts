import { nearestBench } from '../cases/g1-nearest.bench.ts'

process.on('disconnect', () => process.exit(0))
process.send?.(await nearestBench())
