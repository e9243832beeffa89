import { TextInput, UnstyledButton } from '@mantine/core'
import type { WalletOwner } from '@remis/domain/wallet/credits-api'
import { creditsCalls } from '@remis/domain/wallet/wallet-routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUser, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { useFormat } from '../platform/use-format.ts'
import listbox from '../ui/listbox.module.css'
import { useListbox } from '../ui/use-listbox.ts'
import classes from './add-to-wallet.module.css'

interface Props {
  readonly value: WalletOwner | null
  readonly onChange: (owner: WalletOwner | null) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

const nameOf = ({ firstName, lastName }: Pick<WalletOwner, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** The user that gets a credit [wallet-7]; contacts are 'Hidden' in demo mode [people-16]. */
export const WalletPicker = ({ value, onChange, error, inputRef }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const demo = useDemo()
  const [typed, setTyped] = useState<string | null>(null)
  const [search] = useDebouncedValue(typed?.trim() ?? '', 200)
  const { data: found } = useQuery({
    queryKey: ['wallet-owners', search],
    enabled: typed !== null,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { limit: 12, ...(search === '' ? {} : { search }) }
      return (await call(creditsCalls.people, { query })).rows
    },
  })
  const owners = found ?? []
  const list = useListbox({
    count: owners.length,
    first: 0,
    on: 'input',
    onChoose: (index) => {
      const owner = owners[index]
      setTyped(null)
      if (owner !== undefined) onChange(owner)
    },
  })
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
    <div className={classes.picker}>
      <TextInput
        {...list.fieldProps}
        ref={inputRef}
        size="md"
        label={t('credit_user')}
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        aria-autocomplete="list"
        placeholder={t(demo ? 'credit_user_prompt_names' : 'credit_user_prompt')}
        leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
        rightSectionWidth={44}
        rightSection={
          value !== null && (
            <UnstyledButton aria-label={t('credit_user_clear')} onClick={() => onChange(null)} p={10}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </UnstyledButton>
          )
        }
        description={value === null ? undefined : <bdi>{about(value)}</bdi>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error}
        value={typed ?? (value === null ? '' : nameOf(value))}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => {
          setTyped((held) => held ?? '')
          list.open()
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          list.startOver()
          list.open()
        }}
        onBlur={() => {
          list.close()
          setTyped(null)
        }}
      />
      {list.opened && found !== undefined && (
        <div {...list.dropProps} className={listbox.drop}>
          {owners.length === 0 ? (
            <p className={listbox.note}>{t('credit_user_none')}</p>
          ) : (
            <div {...list.listProps} className={listbox.list} aria-label={t('credit_user')}>
              {owners.map((owner, index) => (
                <div key={owner.id} {...list.optionProps(index, owner.id === value?.id)} className={listbox.option}>
                  <span className={classes.person}>
                    <bdi>{nameOf(owner)}</bdi>
                    <small>
                      <bdi>{about(owner)}</bdi>
                    </small>
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
