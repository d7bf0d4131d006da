import { type Coupon, type CouponChange, couponsApi, type NewCoupon } from '@poklik/contract/coupons';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const COUPONS = ['coupons'] as const;
type CouponQuery = NonNullable<Parameters<typeof call<typeof couponsApi.list>>[1]>['query'];

export const useCoupons = (query: CouponQuery) =>
  useQuery({
    queryKey: [...COUPONS, query],
    queryFn: ({ signal }) => call(couponsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

function useCouponWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: COUPONS }) });
}

export const useCreateCoupon = () => useCouponWrite((body: NewCoupon) => call(couponsApi.create, { body }));

export const useChangeCoupon = () =>
  useCouponWrite(({ id, body }: { id: number; body: CouponChange }) =>
    call(couponsApi.update, { params: { id: String(id) }, body }),
  );

export const useArchiveCoupon = () =>
  useCouponWrite(({ id }: Coupon) => call(couponsApi.remove, { params: { id: String(id) } }));
