import { fullName } from '@remis/domain/people/first-name'
import type { WalletOwner } from '@remis/domain/wallet/credits-api'
import { creditsCalls } from '@remis/domain/wallet/wallet-routes'
import { IconUser } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { useFormat } from '../platform/use-format.ts'
import { useFound } from '../platform/use-found.ts'
import { Picker } from '../ui/form/Picker.tsx'
import classes from './add-to-wallet.module.css'

interface Props {
  readonly value: WalletOwner | null
  readonly onChange: (owner: WalletOwner | null) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

const findOwners = async (search: string | undefined) =>
  (await call(creditsCalls.people, { query: { limit: 12, ...(search === undefined ? {} : { search }) } })).rows

/** The user that gets a credit [wallet-7]; contacts are 'Hidden' in demo mode [people-16]. */
export const WalletPicker = (props: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const demo = useDemo()
  const { typed: _typed, ...found } = useFound('wallet-owners', findOwners)
  const about = (owner: WalletOwner) =>
    [
      t(owner.usertype === 'rider' ? 'credit_rider' : 'credit_driver'),
      owner.mobile,
      owner.email,
      t('credit_balance', { amount: format.money(owner.balance) }),
      owner.owed > 0 && t('credit_owed', { amount: format.money(owner.owed) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Picker
      {...props}
      {...found}
      size="md"
      label={t('credit_user')}
      withAsterisk
      placeholder={t(demo ? 'credit_user_prompt_names' : 'credit_user_prompt')}
      leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
      description={props.value === null ? undefined : <bdi>{about(props.value)}</bdi>}
      none={t('credit_user_none')}
      clearLabel={t('credit_user_clear')}
      keyOf={({ id }) => id}
      textOf={fullName}
    >
      {(owner) => (
        <span className={classes.person}>
          <bdi>{fullName(owner)}</bdi>
          <small>
            <bdi>{about(owner)}</bdi>
          </small>
        </span>
      )}
    </Picker>
  )
}
