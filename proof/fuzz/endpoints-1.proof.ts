import { databaseFor } from '@remis/server/testing/test-database'
import { fuzzEndpoints } from './fuzz-endpoints.ts'

fuzzEndpoints(await databaseFor(import.meta.url), 1)
