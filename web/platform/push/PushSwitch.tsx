import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../api/plain-call.ts'
import { showText } from '../show-message.ts'
import { readPushState, turnPushOff, turnPushOn, type PushState } from './push.ts'

const query = { queryKey: ['push'], queryFn: readPushState } as const

const hints: Readonly<Record<PushState, 'push_on_hint' | 'push_blocked' | 'push_unsupported' | 'push_install'>> = {
  on: 'push_on_hint',
  off: 'push_on_hint',
  blocked: 'push_blocked',
  unsupported: 'push_unsupported',
  install: 'push_install',
}

/** Notifications on this device, with the reason where the browser shows none. */
export const PushSwitch = () => {
  const { t } = useTranslation()
  const { data: state } = useQuery(query)
  const change = useMutation({
    mutationFn: async (on: boolean): Promise<PushState> => {
      if (on) return turnPushOn()
      await turnPushOff()
      return 'off'
    },
    onSuccess: (now) => queryClient.setQueryData(query.queryKey, now),
    onError: () => showText('push', t('push_failed')),
  })
  if (state === undefined) return null
  const fixed = state !== 'on' && state !== 'off'
  return (
    <Switch
      size="md"
      label={t('push_on_device')}
      description={t(hints[state])}
      checked={change.isPending ? change.variables : state === 'on'}
      disabled={fixed}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.currentTarget.checked)
      }}
    />
  )
}
