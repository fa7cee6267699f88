/**
 * Everyday words of specifications that often stand for one thing. A group proves nothing: it says where to look when one
 * document knows only the one word and another only the other. Pure.
 */
import { stemOf } from "./words.ts";

const GROUPS = `
customer client user buyer shopper consumer member subscriber
guest visitor customer traveller
order purchase
booking reservation
appointment booking meeting
cart basket
item product article
invoice bill
account profile
ticket issue case incident
employee staff worker
vendor supplier merchant seller
shipment parcel package consignment
delivery shipment
courier driver rider
doctor physician clinician practitioner
student learner pupil
teacher instructor tutor trainer
course class
team group
folder directory
document file
photo picture image
message chat
comment remark
notification alert reminder
dashboard overview
tag label
administrator admin operator
tenant organisation organization company
region area zone
job task
workflow pipeline
room space venue
payment charge transaction
refund reimbursement
voucher coupon
price fee rate
rating score grade
review feedback
device machine unit
sensor probe
vehicle car
trip ride journey
dish meal recipe
catalogue catalog library
reader patron borrower
loan borrowing
fine penalty
applicant candidate
vacancy opening position
donor contributor supporter
donation contribution gift
participant attendee
survey questionnaire poll
landlord owner
lease contract agreement
farmer grower
plot field
warehouse depot
stock inventory
session visit
query request
log journal
backup snapshot
secret credential
endpoint route
plugin extension addon
`;

const NEAR: ReadonlyMap<string, ReadonlySet<string>> = build();

export function areNear(a: string, b: string): boolean {
  return NEAR.get(a)?.has(b) ?? false;
}

function build(): ReadonlyMap<string, ReadonlySet<string>> {
  const near = new Map<string, Set<string>>();
  for (const group of GROUPS.trim()
    .split("\n")
    .map((line) => line.split(" ").map(stemOf)))
    for (const word of group) {
      const others = near.get(word) ?? new Set<string>();
      for (const other of group) if (other !== word) others.add(other);
      near.set(word, others);
    }
  return near;
}
