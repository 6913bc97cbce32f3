import { onDynamo } from '../testing/on-dynamo.ts';
import { storeContract } from '../testing/store-contract.ts';

const { store } = onDynamo();

storeContract('the store in DynamoDB', store);
