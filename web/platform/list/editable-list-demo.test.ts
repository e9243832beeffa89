import { createInstance } from 'i18next'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import type { RowAction } from '../../ui/table/list-state.ts'
import { EditableList } from './EditableList.tsx'

interface Row {
  readonly id: string
}
interface Shown {
  readonly primary?: { readonly offBy?: string }
  readonly rowActions: (row: Row) => readonly RowAction<Row>[]
  readonly list: { readonly exportOff?: string }
  readonly bulkActions: readonly { readonly id: string; readonly offBy?: string }[]
}
const seen = vi.hoisted((): { page: unknown } => ({ page: undefined }))
vi.mock('../../ui/table/ListPage.tsx', () => ({
  ListPage: (props: unknown) => {
    seen.page = props
    return null
  },
}))
vi.mock('./declared-columns.tsx', () => ({ useDeclaredColumns: () => [] }))
vi.mock('./use-add-from-address.ts', () => ({ useAddFromAddress: () => undefined }))
vi.mock('../api/settings.ts', () => ({ useSettings: () => ({ AllowCriticalEditsAdmin: false }) }))

// each text is its key
const keysAlone = createInstance()
void keysAlone.init({ lng: 'en', resources: {} })

const shownWith = (demo?: { readonly adds?: boolean; readonly bare?: boolean }, more: object = {}) => {
  const reading: RowAction<Row> = {
    id: 'texts',
    label: 'Texts',
    reads: true,
    name: ({ id }) => id,
    run: () => undefined,
  }
  const props = { name: 'rows', title: '', searchLabel: '', addLabel: '', empty: { title: '', hint: '' }, columns: [] }
  const list = { address: {}, rows: [{ id: '1' }] }
  const page = h(EditableList, {
    ...props,
    list,
    fields: [],
    nameOf: () => '',
    more: () => [reading],
    demo,
    ...more,
  } as never)
  renderToStaticMarkup(h(I18nextProvider, { i18n: keysAlone }, page))
  const { list: shown, primary, rowActions, bulkActions } = seen.page as Shown
  const offBy = primary === undefined ? 'none' : (primary.offBy ?? 'on')
  const bulk = bulkActions.map((one) => [one.id, one.offBy ?? 'on'])
  return {
    primary: offBy,
    file: shown.exportOff ?? 'on',
    bulk,
    actions: rowActions({ id: '1' }).map((one) => [one.id, one.offBy ?? 'on']),
  }
}

it('keeps its controls in demo mode and switches them off, except those that read [backoffice-32]', () => {
  const actions = [
    ['texts', 'on'],
    ['edit', 'demo-note'],
    ['delete', 'demo-note'],
  ]
  const off = { file: 'demo_export', bulk: [['delete', 'demo-note']], actions }
  expect(shownWith({})).toEqual({ primary: 'demo-note', ...off })
  expect(shownWith({ adds: true })).toEqual({ primary: 'on', ...off })
})

it('has no editing controls where the specification asks for none [settings-21]', () => {
  expect(shownWith({ bare: true })).toEqual({ primary: 'none', file: 'demo_export', bulk: [], actions: [] })
})

it('deletes several rows at once, but not where each deletion says what it ends [design/catalogue-6]', () => {
  expect(shownWith().bulk.map(([id]) => id)).toEqual(['delete'])
  expect(shownWith(undefined, { removeMeans: () => null }).bulk).toEqual([])
})
