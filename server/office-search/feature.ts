import { officeSearchApi } from '@remis/domain/office-search/office-search-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { findAnything, type OfficeSearchDeps } from './find-anything.ts'

export const officeSearch: Feature<OfficeSearchDeps> = {
  endpoints: serve<OfficeSearchDeps, typeof officeSearchApi>(officeSearchApi, { find: findAnything }),
}
