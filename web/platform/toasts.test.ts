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
  expect(notifications.map(({ id }) => id)).toContain('answer')
})
