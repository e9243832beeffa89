import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Replaces this screen by an address of ours, its query included. It asks once: while the next screen is loading this
 * one is drawn again, and an address made from where we are would change under it.
 */
export const GoTo = ({ address }: { address: string }) => {
  const { history } = useRouter()
  const [target] = useState(address)
  useEffect(() => history.replace(target), [history, target])
  return null
}
