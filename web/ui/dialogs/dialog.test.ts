import { MantineProvider } from '@mantine/core'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Dialog, DialogFields } from './Dialog.tsx'
import { Dropdown } from './Dropdown.tsx'
import { ReasonFormDialog } from './WrittenReasonDialog.tsx'

const back = vi.hoisted((): { press: () => void } => ({ press: () => undefined }))
vi.mock('./use-dialog.ts', () => ({
  useDialog: (close: () => void) => {
    back.press = close
  },
}))

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined }))

it('stays open while its form is sent, and closes otherwise [design/web-138]', () => {
  const closed = (busy: boolean): number => {
    const onClose = vi.fn()
    const dialog = h(Dialog, { title: 'Title', closeLabel: 'Close', busy, onClose, children: null })
    renderToStaticMarkup(h(MantineProvider, null, dialog))
    back.press()
    return onClose.mock.calls.length
  }
  expect([closed(true), closed(false)]).toEqual([0, 1])
})

it('Back closes an open menu, and leaves the page while the menu is closed [design/web-116]', () => {
  const closed = (opened: boolean) => {
    const onChange = vi.fn()
    back.press = () => undefined
    const menu = h(Dropdown, { opened, onChange, label: 'Menu', button: h('button'), children: null })
    renderToStaticMarkup(h(MantineProvider, null, menu))
    back.press()
    return onChange.mock.calls
  }
  expect([closed(true), closed(false)]).toEqual([[[false]], []])
})

it('a typed reason is not dropped without a question, and cannot be changed while it is sent [design/web-116] [design/web-184]', () => {
  const closed = (dirty: boolean) => {
    const onClose = vi.fn()
    const form = { isDirty: () => dirty, getInputProps: () => ({}), onSubmit: () => () => undefined } as never
    const texts = { title: 'Title', lead: 'Lead', confirm: 'Confirm', busy: false, onConfirm: vi.fn(), onClose }
    renderToStaticMarkup(h(MantineProvider, null, h(ReasonFormDialog, { ...texts, form })))
    back.press()
    return onClose.mock.calls.length
  }
  expect([closed(true), closed(false)]).toEqual([0, 1])
  expect(renderToStaticMarkup(h(DialogFields, { busy: true, children: null }))).toContain('disabled=""')
})
