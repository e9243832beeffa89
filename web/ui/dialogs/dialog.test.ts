import { MantineProvider } from '@mantine/core'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Dialog, DialogFields } from './Dialog.tsx'
import { Dropdown } from './Dropdown.tsx'
import { asksFor, inSameRow } from './LeaveGuard.tsx'
import { ReasonFormDialog } from './WrittenReasonDialog.tsx'

const back = vi.hoisted(() => ({
  press: (): void => undefined,
  /** whether Back closes a dialog while the page stays */
  closes: false,
  /** whether a form stops a navigation */
  isStopped: (): unknown => false,
}))
vi.mock('./use-dialog.ts', () => ({
  useDialog: (close: () => void) => {
    back.press = close
  },
  closesDialog: () => back.closes,
}))

// a dialog is a portal, which the renderer of a server leaves out
const flat = vi.hoisted(() => ({ on: false }))
vi.mock(import('./Dialog.tsx'), async (original) => {
  const real = await original()
  const Flat = ({ children }: { children: ReactNode }) => h('div', null, children)
  return { ...real, Dialog: (props) => h(flat.on ? Flat : real.Dialog, props) }
})

vi.mock('@tanstack/react-router', () => ({
  useBlocker: ({ shouldBlockFn }: { shouldBlockFn: () => unknown }) => {
    back.isStopped = shouldBlockFn
  },
}))

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

it('a form with typed text stops leaving, but not the Back that closes a dialog over it [design/web-116]', () => {
  const form = { isDirty: () => true, getInputProps: () => ({}) } as never
  const texts = { title: 'Title', lead: 'Lead', confirm: 'Confirm', busy: false, onConfirm: vi.fn(), onClose: vi.fn() }
  renderToStaticMarkup(h(MantineProvider, null, h(ReasonFormDialog, { ...texts, form })))
  expect(back.isStopped()).toBe(true)
  back.closes = true
  expect(back.isStopped()).toBe(false)
  back.closes = false
})

it('one question for all texts that are left together; those that stay do not ask [design/web-116]', () => {
  const [row, list, other] = [{ stays: inSameRow }, { stays: () => true }, { stays: inSameRow }]
  const asked = (next: { pathname: string; search: { id?: string } }) =>
    [row, list, other].filter((one) => asksFor([list, row, other], one, { pathname: '/drivers', search: {} }, next))
  expect(asked({ pathname: '/riders', search: {} })).toEqual([row])
  expect(asked({ pathname: '/drivers', search: {} })).toEqual([])
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

it('cannot be confirmed before what it asks about is loaded [design/web-221]', () => {
  flat.on = true
  const isOff = (ready: boolean) => {
    const form = { isDirty: () => false, getInputProps: () => ({}) } as never
    const texts = {
      title: 'Title',
      lead: 'Lead',
      confirm: 'Confirm',
      busy: false,
      onConfirm: vi.fn(),
      onClose: vi.fn(),
    }
    const html = renderToStaticMarkup(h(MantineProvider, null, h(ReasonFormDialog, { ...texts, form, ready })))
    return /disabled=""[^]*Confirm/.test(html)
  }
  expect([isOff(false), isOff(true)]).toEqual([true, false])
  flat.on = false
})
