import { notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { pushToast, type Toast } from './toasts.tsx'

const toast = (id: string, answers: boolean): Toast => ({
  id,
  says: { words: id },
  color: 'blue',
  stays: 5000,
  answers,
})

afterEach(() => notificationsStore.updateState((state) => ({ ...state, notifications: [], queue: [] })))

it('the answer to a press is shown at once, before notices that wait [design/live-71]', () => {
  const { limit } = notificationsStore.getState()
  for (let n = 0; n <= limit; n++) pushToast(toast(`notice-${n}`, false))
  pushToast(toast('answer', true))
  const { notifications } = notificationsStore.getState()
  expect(notifications).toHaveLength(limit)
  expect(notifications.map(({ message }) => message)).toContain('answer')
})

it('the same answer again replaces the first one and restarts the time; a notice is shown once [design/web-213]', () => {
  const shown = () => notificationsStore.getState().notifications
  pushToast(toast('answer', true))
  const [first] = shown()
  pushToast(toast('answer', true))
  const [again, ...others] = shown()
  expect([again?.message, others]).toEqual(['answer', []])
  // a toast with the id of the one before would keep its timer and its element
  expect(again?.id).not.toBe(first?.id)
  for (const _ of [1, 2]) pushToast(toast('notice', false))
  expect(shown().map(({ message }) => message)).toEqual(['answer', 'notice'])
})
